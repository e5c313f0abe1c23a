/**
 * What a page can try against another origin, each in its own way. Runs in the browser, at the top of every page of
 * foreign-pages.test.ts.
 */
globalThis.attack = async (engine) => {
  /** What the page got hold of, which should be nothing. */
  const got = [];
  const api = `${engine}/api/v1`;
  const spec = JSON.stringify({ name: 'evil', spec: 'steps:\n  - command: "true"\n' });

  await byFetch(api, spec, got);
  navigator.sendBeacon(`${api}/dag-runs`, spec);
  await byElements(engine, got);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    await byForm(type, `${api}/dag-runs`, spec);
  }
  await byFrame(`${engine}/`, got);
  await byEventSource(`${api}/events`, got);
  await byWebSocket(`${api.replace('http', 'ws')}/events`, got);
  return got;
};

async function byFetch(api, spec, got) {
  const json = { 'Content-Type': 'application/json' };
  const requests = [
    ['/dags', {}],
    ['/dags', { mode: 'no-cors' }],
    ['/metrics', { mode: 'no-cors', cache: 'no-store' }],
    ['/dag-runs', { method: 'POST', mode: 'no-cors', body: spec }],
    ['/dag-runs', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ spec }) }],
    ['/dag-runs', { method: 'POST', mode: 'no-cors', body: new Blob([spec]), keepalive: true }],
    ['/dag-runs', { method: 'POST', headers: json, body: spec }],
    ['/dags/victim', { method: 'DELETE' }],
    ['/dag-runs/victim/r1/dequeue', { mode: 'no-cors' }],
  ];
  for (const [path, init] of requests) {
    try {
      const answer = await fetch(api + path, init);
      const text = await answer.text();
      if (text !== '') got.push(`fetch ${path}: ${answer.status} ${text}`);
    } catch {
      // Refused by the browser: that is what it should be.
    }
  }
}

async function byElements(engine, got) {
  const image = new Image();
  await settled(image, () => (image.src = `${engine}/api/v1/dag-runs/victim/r1/dequeue`));
  if (image.width > 0) got.push('image');

  const script = document.createElement('script');
  script.src = `${engine}/api/v1/dags/victim/spec`;
  await settled(script, () => document.head.append(script));

  const style = document.createElement('link');
  Object.assign(style, { rel: 'stylesheet', href: `${engine}/assets/index.css` });
  await settled(style, () => document.head.append(style));
}

/** As JSON as a form can be: `name=value` with the equals sign inside of a text. */
async function byForm(type, action, spec) {
  const frame = document.createElement('iframe');
  frame.name = `frame-${Math.random()}`;
  document.body.append(frame);
  const form = document.createElement('form');
  Object.assign(form, { method: 'POST', enctype: type, action, target: frame.name });
  const input = document.createElement('input');
  Object.assign(input, { name: `${spec.slice(0, -1)},"x":"`, value: '"}' });
  form.append(input);
  document.body.append(form);
  await settled(frame, () => form.submit());
}

async function byFrame(address, got) {
  const frame = document.createElement('iframe');
  frame.src = address;
  await settled(frame, () => document.body.append(frame));
  const text = frame.contentDocument?.body.innerText ?? '';
  if (text !== '') got.push(`frame ${text}`);
}

function byEventSource(address, got) {
  return new Promise((resolve) => {
    const events = new EventSource(address);
    const end = () => {
      events.close();
      resolve();
    };
    events.onerror = end;
    events.onopen = () => {
      got.push('events');
      end();
    };
  });
}

function byWebSocket(address, got) {
  return new Promise((resolve) => {
    const socket = new WebSocket(address);
    socket.onclose = resolve;
    socket.onopen = () => {
      got.push('socket');
      socket.close();
    };
  });
}

function settled(element, start) {
  return new Promise((resolve) => {
    element.addEventListener('load', resolve);
    element.addEventListener('error', resolve);
    start();
  });
}
