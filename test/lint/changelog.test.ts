import { describe, expect, it } from 'vitest';
import { changelogProblems } from '../../scripts/check/changelog.ts';

const good = `# Changelog

What changes for people.

## [Unreleased]

### Added

- A thing that
  takes two lines.

## [1.10.0] - 2026-02-01

### Fixed

- \`dagwright\` starts again.

## [1.9.0] - 2026-01-01

### Added

- Samples.
`;

describe('The check of the changelog', () => {
  it('accepts releases from new to old with sentences below kinds of change', () => {
    expect(changelogProblems(good)).toEqual([]);
  });

  it.each([
    ['another title', '# Changelog', '# Changes', '1: The first line is'],
    ['no unreleased part', '## [Unreleased]', '## [1.11.0] - 2026-03-01', 'There is no'],
    ['a release without a date', '## [1.9.0] - 2026-01-01', '## [1.9.0]', '18: A release is'],
    ['an older release above', '## [1.9.0]', '## [1.11.0]', '18: 1.11.0 stands below 1.10.0'],
    ['an unknown kind', '### Fixed', '### Repaired', '14: "Repaired" is none of'],
    ['a kind twice', '- Samples.', '- Samples.\n\n### Added', '24: "Added" stands twice'],
    ['an entry below no kind', '### Fixed\n', '', 'An entry stands below a kind'],
    ['an entry that is no sentence', 'two lines.', 'two lines', '9: An entry is a sentence'],
    ['stray text', '- Samples.', 'Samples.', '22: Below a release stand'],
  ])('refuses %s', (_, part, replacement, problem) => {
    expect(changelogProblems(good.replace(part, replacement)).join('\n')).toContain(problem);
  });
});
