import { ViewPlugin, type EditorView } from '@codemirror/view';

/**
 * Tells the styles how wide the pane and its gutters are, as `--pane-width` and `--gutter-width`: what shall stay in sight
 * beside a long line is as wide as the pane, not as the text.
 */
export const paneSize = ViewPlugin.define((view) => {
  const measure = {
    key: 'pane-size',
    read: () => ({
      pane: view.scrollDOM.clientWidth,
      gutter: view.scrollDOM.querySelector('.cm-gutters')?.clientWidth ?? 0,
    }),
    write: ({ pane, gutter }: { readonly pane: number; readonly gutter: number }) =>
      setSizes(view, { pane, gutter }),
  };
  view.requestMeasure(measure);
  return {
    update: ({ geometryChanged }) => {
      if (geometryChanged) view.requestMeasure(measure);
    },
  };
});

function setSizes(view: EditorView, sizes: { readonly pane: number; readonly gutter: number }) {
  view.dom.style.setProperty('--pane-width', `${sizes.pane}px`);
  view.dom.style.setProperty('--gutter-width', `${sizes.gutter}px`);
}
