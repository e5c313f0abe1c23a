const SVG = 'http://www.w3.org/2000/svg';

const shapes = {
  error:
    'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.16 4.89 8 6.73 9.84 4.89 11.11 6.16 9.27 8 11.11 9.84 9.84 11.11 8 9.27 6.16 11.11 4.89 9.84 6.73 8 4.89 6.16z',
  warning:
    'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zm0 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM7.25 5h1.5v4h-1.5zM8 10a.9.9 0 1 1 0 1.8.9.9 0 0 1 0-1.8z',
};

/** The editor draws outside React, so the two glyphs that it needs are made by hand. */
export function glyph(severity: keyof typeof shapes): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `icon tone-${severity === 'error' ? 'failed' : 'warning'}`);
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', shapes[severity]);
  path.setAttribute('fill', 'currentColor');
  path.setAttribute('fill-rule', 'evenodd');
  svg.append(path);
  return svg;
}
