/** Where on its site the app lies, and which build of it this page is. */

export const PLACE = new URL('.', location.href).pathname

/** Nothing while the app is developed: then it changes from moment to moment. */
export const BUILD = document.documentElement.dataset['build'] ?? ''
