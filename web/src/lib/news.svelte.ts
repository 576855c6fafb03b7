/** What there is to say of this page itself: that the server has a newer one, or no longer understands it. */

export const news = $state({
  /** Another build waits to be taken. */
  newer: false,
  /** The server speaks otherwise than this page. */
  unfit: false,
})
