// Sends requests with long text: writing megabytes of JSON would block the page.

const aborts = new Map();

addEventListener("message", async ({ data: { id, abort, path, method, headers, body } }) => {
  if (abort) return aborts.get(id)?.abort();
  const controller = new AbortController();
  aborts.set(id, controller);
  try {
    const answer = await fetch(path, { method, headers, body: JSON.stringify(body), signal: controller.signal });
    const bytes = await answer.arrayBuffer();
    postMessage({ id, status: answer.status, headers: [...answer.headers], bytes }, { transfer: [bytes] });
  } catch {
    postMessage({ id });
  } finally {
    aborts.delete(id);
  }
  return undefined;
});
