package dev.agenthost.im.slack.form;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Responses to a submitted form that keep its modal open (https://docs.slack.dev/surfaces/modals). A response without a body closes it.
 */
public final class ModalResponse {
    private static final int LONGEST_TITLE = 24;
    private static final int LONGEST_SECTION = 3000;
    /** Longest text below an input; no page states a limit. */
    private static final int LONGEST_ERROR = 500;

    private ModalResponse() {}

    /** Returns the response that shows texts below inputs: by the id of the field, one or more. */
    public static ObjectNode errors(Map<String, String> texts) {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("response_action", "errors");
        ObjectNode errors = response.putObject("errors");
        texts.forEach((field, text) -> errors.set(
                ViewId.encode(field), ModalText.line(text, LONGEST_ERROR).path("text")));
        return response;
    }

    /** Returns the response that shows a text in the place of the form. */
    public static ObjectNode notice(String title, String text, boolean isChinese) {
        ObjectNode response = JsonNodeFactory.instance.objectNode().put("response_action", "update");
        ObjectNode view = response.putObject("view").put("type", "modal");
        view.set("title", ModalText.line(title, LONGEST_TITLE));
        view.set("close", ModalText.of(isChinese ? "关闭" : "Close", LONGEST_TITLE));
        view.putArray("blocks").addObject().put("type", "section").set("text", ModalText.of(text, LONGEST_SECTION));
        return response;
    }
}
