/** What is seen of a page that is not looked at: its icon in the tab, the number on the icon of the app. */

const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
const calm = icon?.href ?? ''
const waits = calm.replace(/icon(?=[^/]*\.svg$)/, 'icon-turn')

/** So many races wait for whoever sits here. */
export function mark(turns: number): void {
  if (icon) icon.href = turns ? waits : calm
  if (!('setAppBadge' in navigator)) return
  const marked = turns ? navigator.setAppBadge(turns) : navigator.clearAppBadge()
  marked.catch(() => undefined) // a browser may know badges and have no place for one
}
