package dev.agenthost.walk.page;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.util.List;
import java.util.regex.Pattern;

/** The card of a graph of actions on the chat page. */
record GraphCard(Page page) {
    private static final String OBSERVE = """
            () => {
              window.graphStatuses = new Set();
              const note = (element, title) => title && window.graphStatuses.add(`${title.textContent}: ${element.dataset.status}`);
              new MutationObserver(() => {
                document.querySelectorAll('.graph').forEach((graph) => note(graph, graph.querySelector('.graph-title')));
                document.querySelectorAll('.action').forEach((action) => note(action, action.querySelector('.action-title')));
              }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
            }""";

    /** The cards; a conversation with one graph has one. */
    Locator all() {
        return page.locator(".graph");
    }

    Locator count() {
        return page.locator(".graph-count");
    }

    /** The word of the status of the graph. */
    Locator word() {
        return page.locator(".graph-word");
    }

    /** The actions of each stage. */
    Locator stage(int number) {
        return page.locator(".stage").nth(number).locator(".action");
    }

    Locator action(String title) {
        Locator exact =
                page.locator(".action-title", new Page.LocatorOptions().setHasText(Pattern.compile("^" + title + "$")));
        return page.locator(".action").filter(new Locator.FilterOptions().setHas(exact));
    }

    Locator stop() {
        return page.locator(".graph-stop > button");
    }

    /** The dialog that asks before a graph is stopped. */
    Locator confirmation() {
        return page.locator("dialog.confirm");
    }

    /** Starts to note each status that the page draws, until it is loaded again. */
    void observe() {
        page.evaluate(OBSERVE);
    }

    /** Each status that was drawn, as {@code title: status}. */
    @SuppressWarnings("unchecked")
    List<String> observed() {
        return (List<String>) page.evaluate("Array.from(window.graphStatuses)");
    }
}
