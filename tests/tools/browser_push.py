"""A browser whose push service is ours: what comes is handed to its worker by the browser's own tools."""

import json

from playwright.sync_api import Page
from push_service import Phone, Service

SUBSCRIBED = """
    const plain = (text) => text.replaceAll('-', '+').replaceAll('_', '/')
    const bytes = (text) => Uint8Array.from(atob(plain(text)), (letter) => letter.charCodeAt(0))
    const subscription = {
        endpoint: ENDPOINT,
        getKey: (name) => bytes(name === 'auth' ? AUTH : POINT).buffer,
        unsubscribe: async () => { delete localStorage.subscribed; return true },
    }
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        localStorage.subscribed = applicationServerKey.length
        return subscription
    }
    PushManager.prototype.getSubscription = async () => localStorage.subscribed ? subscription : null
"""
SHOWN = """async () => {
    const found = await (await navigator.serviceWorker.ready).getNotifications()
    return found.map(({ title, body, tag }) => ({ title, body, tag }))
}"""
TAPPED = """async () => {
    const [notification] = await self.registration.getNotifications()
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
}"""


def subscribed(page: Page, service: Service, device: str = "phone") -> Phone:
    """The browser's push service is ours."""
    phone = Phone(service, None, "b" * 22, device)
    known = phone.subscription
    values = {"ENDPOINT": known["endpoint"], "AUTH": known["auth"], "POINT": known["p256dh"]}
    page.add_init_script(
        "".join(f"const {name} = {json.dumps(it)};" for name, it in values.items()) + SUBSCRIBED
    )
    page.context.grant_permissions(["notifications"])
    return phone


def deliver(page: Page, told: str) -> None:
    """Hand a message to the page's worker, as its browser does with one that came."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(50)
    origin = page.evaluate("location.origin")
    tools.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": told}
    )


def shown(page: Page) -> list[dict[str, str]]:
    """The notices of this browser, once there are any."""
    for _ in range(100):
        if found := page.evaluate(SHOWN):
            return list(found)
        page.wait_for_timeout(50)
    return []


def tap(page: Page) -> None:
    """Tap the notice that this browser shows."""
    (worker,) = page.context.service_workers
    worker.evaluate(TAPPED)
