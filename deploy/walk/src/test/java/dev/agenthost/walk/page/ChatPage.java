package dev.agenthost.walk.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The chat page in a browser context of its own, with empty storage. */
final class ChatPage implements AutoCloseable {

    /** Milliseconds; a busy machine is slow, and a killed service needs time to restart. */
    static final double PATIENCE = 90_000;

    private final BrowserContext context;
    private final String address;
    final Page page;

    /** Every address that the browser requested, and every error of the page. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    final List<String> errors = new CopyOnWriteArrayList<>();

    ChatPage(Browser browser, String address, int width, int height, String language) {
        this(
                browser.newContext(new Browser.NewContextOptions()
                        .setViewportSize(width, height)
                        .setColorScheme(ColorScheme.LIGHT)
                        .setLocale(language)),
                address);
    }

    private ChatPage(BrowserContext context, String address) {
        this.address = address;
        this.context = context;
        context.setDefaultTimeout(PATIENCE);
        page = context.newPage();
        page.onRequest(request -> asked.add(request.url()));
        page.onPageError(errors::add);
    }

    /** Another tab of the same browser; it is closed with the first. */
    ChatPage tab() {
        return new ChatPage(context, address);
    }

    /** Takes the whole browser offline, or online again. */
    void offline(boolean offline) {
        context.setOffline(offline);
    }

    /** Opens the page with a suffix to its address, for instance {@code #key=…}. */
    ChatPage open(String rest) {
        page.navigate(address + "/" + rest);
        return this;
    }

    /** Opens the page with a key, and waits until it accepts input. */
    ChatPage enter(String key, String rest) {
        open("#key=" + key + rest);
        composer().waitFor();
        return this;
    }

    /** Opens a conversation with that bot. */
    ChatPage talkTo(String bot, String conversation, String key) {
        return enter(key, "&c=" + conversation + "&bot=" + bot);
    }

    /** Holds the browser's next request to such an address until the test answers it. */
    List<Route> hold(String address) {
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route(address, route -> {
            if (held.isEmpty()) {
                held.add(route);
            } else {
                route.resume();
            }
        });
        return held;
    }

    /** Answers a held request, and waits until the page has drawn the outcome. */
    void answer(Route held, int status) {
        page.waitForResponse(
                held.request().url(),
                () -> held.fulfill(new Route.FulfillOptions()
                        .setStatus(status)
                        .setContentType("application/problem+json")
                        .setBody("{}")));
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    }

    /** The browser's local storage of this page, as JSON. */
    String kept() {
        return (String) page.evaluate("JSON.stringify(localStorage)");
    }

    /** The listed conversations. */
    Locator conversations() {
        return page.locator(".sidebar li");
    }

    Locator keyField() {
        return page.getByLabel("Key", new Page.GetByLabelOptions().setExact(true));
    }

    void say(String text) {
        composer().fill(text);
        composer().press("Enter");
    }

    void attach(SamplePhoto... photos) {
        attach(Arrays.stream(photos).map(SamplePhoto::file).toArray(FilePayload[]::new));
    }

    void attach(FilePayload... files) {
        page.locator("#photos").setInputFiles(files);
    }

    /** The photos beside the message in the composer. */
    Locator attachments() {
        return page.locator(".attachments li");
    }

    /** Waits until this number of pictures of the thread is loaded and drawn. */
    void awaitShown(int pictures) {
        page.waitForFunction(
                "([many, width]) => Array.from(document.querySelectorAll('.picture img'))"
                        + ".filter((it) => it.complete && it.naturalWidth === width).length === many",
                List.of(pictures, SamplePhoto.WIDTH));
    }

    Locator composer() {
        return page.locator("#composer");
    }

    Locator turns() {
        return page.locator(".turn");
    }

    Locator last() {
        return turns().last();
    }

    /** The turns in this phase, for instance {@code completed}. */
    Locator turns(String phase) {
        return page.locator(".turn[data-phase=" + phase + "]");
    }

    Locator answers() {
        return page.locator(".answer");
    }

    /** The width of the content in pixels; if it exceeds the window's, the page scrolls sideways. */
    int width() {
        return ((Number) page.evaluate("document.documentElement.scrollWidth")).intValue();
    }

    void picture(String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target", "page", name + ".png")));
    }

    @Override
    public void close() {
        context.close();
    }
}
