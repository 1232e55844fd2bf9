// The dialog with the code for phones.

import { byID } from "../base/dom.js";

/** The dialog with the code for phones; it and the status line show who is connected. */
export class PhoneDialog {
  #link = "";

  /** @param {Server} server */
  constructor(server) {
    this.server = server;
    byID("phone").hidden = byID("phones").hidden = false;
    byID("phone").addEventListener("click", () => byID("phone-dialog").showModal());
    byID("phone-close").addEventListener("click", () => byID("phone-dialog").close());
    byID("phone-new").addEventListener("click", () => this.change(server.renewPhoneCode));
    byID("phone-disconnect").addEventListener("click", () => this.change(server.disconnectPhones));
  }

  /** @param {() => Promise<PhoneFacts>} request */
  async change(request) {
    try {
      this.show(await request());
    } catch (caught) {
      const error = /** @type {Failure} */ (caught);
      byID("phone-problem").textContent = error.message;
    }
  }

  /** @param {PhoneFacts} facts */
  show({ link = "", code, problem = "", phones }) {
    const names = phones.join(", ");
    const line = phones.length === 0 ? "no phone connected"
      : `${phones.length} ${phones.length === 1 ? "phone" : "phones"}: ${names}`;
    setText("phones", line);
    setText("phone-list", phones.length === 0 ? "No phone is connected." : `Connected: ${names}.`);
    setText("phone-problem", problem);
    byID("phone-disconnect").disabled = phones.length === 0;
    if (link && link === this.#link) return;
    this.#link = link;
    setText("phone-link", link);
    setText("phone-about", link
      ? "Scan the code with a phone on the same network, or type the link. The code works once. The connection is " +
        "not encrypted: others on the network can read the pattern."
      : "A phone has used the code. Choose “New code” to connect another, or “Disconnect all” if you were not " +
        "expecting one.");
    byID("phone-code").replaceChildren(...(code ? [picture(code)] : []));
  }
}

/** @param {string} id @param {string} text */
function setText(id, text) {
  if (byID(id).textContent !== text) byID(id).textContent = text;
}

/** @param {{ width: number, path: string }} code */
function picture({ width, path }) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  /** @param {string} name @param {Record<string, string>} attributes */
  const add = (name, attributes) => {
    const shape = svg.appendChild(document.createElementNS(space, name));
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  };
  svg.setAttribute("viewBox", `0 0 ${width} ${width}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code for the link below");
  svg.setAttribute("shape-rendering", "crispEdges");
  add("rect", { width: "100%", height: "100%", fill: "#ffffff" });
  add("path", { d: path, fill: "#000000" });
  return svg;
}
