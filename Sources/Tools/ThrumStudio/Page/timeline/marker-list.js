// The list of markers.

import { byID, make } from "../base/dom.js";

/** @param {Studio} studio @param {Transport} transport */
export function connectMarkers(studio, transport) {
  const place = byID("marker-list");
  studio.on("markers", () => place.replaceChildren(...studio.markers.map((marker) => chip(marker))));

  /** @param {Marker} marker */
  function chip(marker) {
    const go = make("button",
      { type: "button", className: "labelled", title: "Click to go there; press F2 or double-click to rename" },
      `${marker.name} ${marker.time.toFixed(3)} s`);
    go.addEventListener("click", () => transport.seek(marker.time));
    go.addEventListener("dblclick", () => rename(marker, holder));
    go.addEventListener("keydown", (event) => event.key === "F2" && rename(marker, holder));
    const remove = make("button", {
      type: "button", className: "labelled", "aria-label": `Remove marker ${marker.name}`,
    }, "×");
    remove.addEventListener("click", () => studio.setMarkers(studio.markers.filter((one) => one !== marker)));
    const holder = make("span", { className: "chip" }, go, remove);
    return holder;
  }

  /** @param {Marker} marker @param {HTMLElement} holder */
  function rename(marker, holder) {
    const field = make("input", { type: "text", value: marker.name, maxLength: 24, "aria-label": "Marker name" });
    const take = () => studio.setMarkers(studio.markers.map((one) =>
      one === marker ? { ...marker, name: field.value.trim() || marker.name } : one));
    field.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === "Escape") && field.blur());
    field.addEventListener("blur", take);
    holder.replaceChildren(field);
    field.select();
  }
}
