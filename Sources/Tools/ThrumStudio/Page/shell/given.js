// A pattern that came with the page: inside it, or in its address.

/** What the address of the page begins with if it carries a pattern. */
const carried = "#edit=";

/**
 * The pattern that came inside the page or in its address, if one did.
 *
 * @returns {{ name: string, text: string } | undefined}
 */
export function givenPattern() {
  const { thrumGiven } = /** @type {{ thrumGiven?: string }} */ (globalThis);
  const address = location.hash.startsWith(carried) && decodeURIComponent(location.hash.slice(carried.length));
  const given = address || thrumGiven;
  return given ? JSON.parse(given) : undefined;
}
