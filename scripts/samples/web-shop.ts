import type { SeededRandom } from './seeded-random.ts';

/** The web shop whose log the sample reads: its pages, and who comes to see them. */
export const site: Readonly<Record<'parts' | 'forms' | 'backEnd' | 'gone', readonly string[]>> = {
  /** What a page loads along with itself, most wanted first. */
  parts: ['/static/app.css', '/static/app.js', '/images/logo.svg', '/images/front.webp'],
  /** Pages that answer to a form as well. */
  forms: ['/cart', '/checkout', '/login', '/api/orders'],
  /** What does not work without the back end. */
  backEnd: ['/cart', '/checkout', '/api/', '/login', '/search'],
  /** Links that others still have. */
  gone: ['/winter-sale', '/products/113'],
};

type Weighted = readonly (readonly [string, number])[];

export const entrances: Weighted = [
  ['/', 50],
  ['/products', 18],
  ['/products/101', 9],
  ['/products/117', 7],
  ['/blog/how-we-pack', 6],
  ['/winter-sale', 3],
  ['/login', 5],
];

const others: Weighted = [
  ['/products', 24],
  ['/search', 12],
  ['/cart', 14],
  ['/checkout', 6],
  ['/api/orders', 5],
  ['/account', 4],
  ['/blog/how-we-pack', 4],
  ['/about', 3],
  ['/', 8],
];

export const browsers: Weighted = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    44,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    30,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 16],
  ['curl/8.14.1', 3],
];

export const crawlers: Weighted = [
  ['Mozilla/5.0 (compatible; ExampleBot/2.1; +https://search.example/bot)', 3],
  ['Mozilla/5.0 (compatible; OtherCrawler/1.0)', 1],
];

/** Doors that a scanner tries. */
export const probes: Weighted = [
  ['/wp-login.php', 5],
  ['/.env', 4],
  ['/admin/config.php', 3],
  ['/.git/config', 3],
  ['/phpmyadmin/index.php', 2],
];

const words = ['mug', 'lamp', 'blue+chair', 'desk', 'gift', 'notebook'];

/** Where a reader of one page goes next. */
export function nextPage(random: SeededRandom, page: string): string {
  if (page === '/cart' && random.chance(0.45)) return '/checkout';
  if (page.startsWith('/products') && random.chance(0.55)) {
    // Small numbers are the popular ones.
    return `/products/${101 + Math.floor(random.fraction() * random.fraction() * 40)}`;
  }
  const next = random.pick(others);
  return next === '/search' ? `/search?q=${words[random.between(0, words.length - 1)]}` : next;
}

/** Bytes of an answer's body: pages differ a little each time, files never. */
export function lengthOf(random: SeededRandom, path: string, status: number): number {
  if (status === 304 || status === 302 || status === 301) return 0;
  if (status >= 500) return 157;
  if (status >= 400) return 548;
  const file = fileLengths[path];
  if (file !== undefined) return file;
  return path.startsWith('/api/') ? random.between(180, 900) : random.between(6_000, 41_000);
}

const fileLengths: Readonly<Record<string, number>> = {
  '/static/app.css': 18_204,
  '/static/app.js': 96_311,
  '/images/logo.svg': 2_145,
  '/images/front.webp': 148_730,
  '/robots.txt': 67,
};
