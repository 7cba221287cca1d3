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

/** The page as a person has it before them: one browser of their own, with nothing remembered. */
final class ChatPage implements AutoCloseable {

    /** Milliseconds; a busy machine is slow, and a killed service needs its time. */
    static final double PATIENCE = 90_000;

    private final BrowserContext context;
    private final String address;
    final Page page;

    /** Every address that the browser asked for, and everything that the page complained about. */
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

    /** The network of the whole browser goes, or is back. */
    void offline(boolean offline) {
        context.setOffline(offline);
    }

    /** Opens the page at what follows its address, for instance {@code #key=…}. */
    ChatPage open(String rest) {
        page.navigate(address + "/" + rest);
        return this;
    }

    /** Opens it with a key, and waits until it may be written to. */
    ChatPage enter(String key, String rest) {
        open("#key=" + key + rest);
        composer().waitFor();
        return this;
    }

    /** In a conversation of its own, with that bot. */
    ChatPage talkTo(String bot, String conversation, String key) {
        return enter(key, "&c=" + conversation + "&bot=" + bot);
    }

    /** The next question of the browser to such an address is answered by the test, when it says so. */
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

    /** Lets it have an answer, and waits until the page has made of it what it makes. */
    void answer(Route held, int status) {
        page.waitForResponse(
                held.request().url(),
                () -> held.fulfill(new Route.FulfillOptions()
                        .setStatus(status)
                        .setContentType("application/problem+json")
                        .setBody("{}")));
        page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    }

    /** What the browser keeps for this page, as JSON. */
    String kept() {
        return (String) page.evaluate("JSON.stringify(localStorage)");
    }

    /** The conversations that are listed. */
    Locator shelf() {
        return page.locator(".shelf li");
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

    /** Photos beside the message that is being written. */
    Locator tray() {
        return page.locator(".tray li");
    }

    /** Waits until so many pictures of the thread are there, read and drawn. */
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

    /** Turns that stand so, for instance {@code completed}. */
    Locator turns(String phase) {
        return page.locator(".turn[data-phase=" + phase + "]");
    }

    Locator answers() {
        return page.locator(".answer");
    }

    /** How wide what is shown is; more than the window's width means that it scrolls sideways. */
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
