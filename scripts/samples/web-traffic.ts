import type { SeededRandom } from './seeded-random.ts';
import { browsers, crawlers, entrances, lengthOf, nextPage, probes, site } from './web-shop.ts';

/** One line of the log, before it is written out. */
export interface Request {
  readonly address: string;
  /** Since the begin of the log. */
  readonly second: number;
  /** `GET / HTTP/1.1`, or whatever arrived instead. */
  readonly text: string;
  readonly status: number;
  readonly bytes: number;
  readonly referer: string;
  readonly agent: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const outage = { from: DAY + 14 * HOUR + 5 * MINUTE, to: DAY + 16 * HOUR + 20 * MINUTE };
/** How busy each hour of a day is. */
const busyness = [
  2, 1, 1, 1, 1, 2, 4, 7, 10, 12, 13, 14, 13, 12, 13, 14, 14, 13, 14, 16, 15, 11, 7, 4,
];

/** People and crawlers, over three days. */
export function visits(random: SeededRandom): readonly Request[] {
  const hours = busyness.map((weight, hour) => [hour, weight] as const);
  return Array.from({ length: 470 }, () => {
    const begin =
      random.between(0, 2) * DAY + random.pick(hours) * HOUR + random.between(0, HOUR - 1);
    return random.chance(0.12) ? crawl(random, begin) : visit(random, begin);
  }).flat();
}

/** Many people within the same half hour. */
export function sale(random: SeededRandom): readonly Request[] {
  const opening = 2 * DAY + 18 * HOUR;
  return Array.from({ length: 90 }, () =>
    visit(random, opening + random.between(0, 30 * MINUTE)),
  ).flat();
}

/** One address that tries doors which this site does not have. */
export function scanner(random: SeededRandom): readonly Request[] {
  const begin = 3 * HOUR + 12 * MINUTE;
  return Array.from({ length: 190 }, (_, index) => ({
    address: '198.51.100.66',
    second: begin + index * 2 + random.between(0, 1),
    text: `GET ${random.pick(probes)} HTTP/1.1`,
    status: 404,
    bytes: 162,
    referer: '-',
    agent: '-',
  }));
}

/** The load balancer asks every five minutes. */
export function healthChecks(): readonly Request[] {
  return Array.from({ length: (3 * DAY) / (5 * MINUTE) }, (_, index) => {
    const second = index * 5 * MINUTE;
    return {
      address: '192.0.2.10',
      second,
      text: 'GET /health HTTP/1.1',
      status: isOut(second) ? 503 : 200,
      bytes: 15,
      referer: '-',
      agent: 'balancer/2.4',
    };
  });
}

/** What every public server sees: something that is no HTTP, and connections that say nothing. */
export function strayBytes(random: SeededRandom): readonly Request[] {
  return Array.from({ length: 14 }, (_, index) => ({
    address: `198.51.100.${random.between(100, 250)}`,
    second: random.between(0, 3 * DAY - 1),
    text: index % 2 === 0 ? '\\x16\\x03\\x01\\x00\\xEE\\x01\\x00' : '-',
    status: index % 2 === 0 ? 400 : 408,
    bytes: index % 2 === 0 ? 157 : 0,
    referer: '-',
    agent: '-',
  }));
}

function visit(random: SeededRandom, begin: number): readonly Request[] {
  const agent = random.pick(browsers);
  const address = anAddress(random);
  const requests: Request[] = [];
  let second = begin;
  let page = random.pick(entrances);
  let referer = random.chance(0.4) ? 'https://search.example/' : '-';
  const pages = random.between(1, 6);
  for (let seen = 0; seen < pages; seen += 1) {
    const isFirst = seen === 0;
    requests.push(answer(random, { address, second, agent, referer, path: page }));
    const parts = random.between(isFirst ? 2 : 0, isFirst ? 4 : 1);
    for (const path of site.parts.slice(0, parts)) {
      const from = `https://shop.example${page}`;
      requests.push(answer(random, { address, second: second + 1, agent, referer: from, path }));
    }
    referer = `https://shop.example${page}`;
    page = nextPage(random, page);
    second += random.between(4, 140);
  }
  return requests;
}

function crawl(random: SeededRandom, begin: number): readonly Request[] {
  const agent = random.pick(crawlers);
  const address = `192.0.2.${random.between(64, 80)}`;
  return Array.from({ length: random.between(3, 9) }, (_, index) => {
    const path = index === 0 ? '/robots.txt' : nextPage(random, '/products');
    return answer(random, { address, second: begin + index * 11, agent, referer: '-', path });
  });
}

type Asked = Pick<Request, 'address' | 'second' | 'agent' | 'referer'> & { readonly path: string };

function answer(random: SeededRandom, { path, ...asked }: Asked): Request {
  const method = site.forms.includes(path) && random.chance(0.5) ? 'POST' : 'GET';
  const status = statusOf(random, path, asked.second);
  return {
    ...asked,
    text: `${method} ${path} HTTP/${random.chance(0.7) ? '2.0' : '1.1'}`,
    status,
    bytes: lengthOf(random, path, status),
  };
}

function statusOf(random: SeededRandom, path: string, second: number): number {
  const needsBackEnd = site.backEnd.some((start) => path.startsWith(start));
  if (needsBackEnd && isOut(second)) return random.chance(0.7) ? 502 : 503;
  if (path.startsWith('/static/') || path.startsWith('/images/')) {
    return random.chance(0.3) ? 304 : 200;
  }
  if (site.gone.includes(path)) return 404;
  if (path === '/account') return 302;
  return random.pick([
    [200, 970],
    [301, 12],
    [403, 4],
    [404, 10],
    [500, 4],
  ]);
}

function isOut(second: number): boolean {
  return second >= outage.from && second < outage.to;
}

/** Out of the ranges that are kept for documentation. */
function anAddress(random: SeededRandom): string {
  return random.chance(0.18)
    ? `2001:db8:${random.between(16, 4095).toString(16)}::${random.between(1, 255).toString(16)}`
    : `203.0.113.${random.between(1, 254)}`;
}
