/** What the pages and their worker call the same: where things are kept, and what a page tells the worker. */

/** A drawer of this app; an app elsewhere on the same site has drawers of its own. */
export const drawer = (place: string, what: string): string => `gruppetto ${place} ${what}`

/** Where a build's own files are kept; a page of it holds a lock of this name for as long as it is open. */
export const buildDrawer = (place: string, build: string): string => drawer(place, `build ${build}`)

/** Finished races that were looked at, and their reviews. */
export const RACES = 'races'

/** On an answer that the server was not there to give. */
export const KEPT = 'X-Kept'

/** What a page tells the worker: what it has used, that there is time for the rest, that a new build is wanted. */
export type Told = { type: 'used'; files: string[] } | { type: 'rest'; language: string } | { type: 'take' }
