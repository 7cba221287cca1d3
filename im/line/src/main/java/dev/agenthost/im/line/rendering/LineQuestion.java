package dev.agenthost.im.line.rendering;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.im.chat.payload.ButtonKey;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.PlainCharacters;
import dev.agenthost.im.chat.text.TextShortener;
import dev.agenthost.im.line.calls.LineMessageObject;
import dev.agenthost.protocol.delivery.OutboundAction;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.result.InteractionAction;
import dev.agenthost.protocol.result.InteractionRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Renders a question to a person: a Flex Message whose bubble has a button for each action, which posts its key back
 * (https://developers.line.biz/en/reference/messaging-api/#flex-message). A template has at most four buttons, and a question has up to 20.
 * A question with fields to fill in is its fallback text.
 */
final class LineQuestion {
    /** Longest title and description in a bubble, so that it has less than 30 KB with 20 buttons. A longer question stands before it. */
    static final int TITLE = 300;

    static final int DESCRIPTION = 1_000;
    /** Longest label of a button (https://developers.line.biz/en/reference/messaging-api/#action-object-label-spec). */
    private static final int LABEL = 40;
    /** Longest text of a notification in earlier versions of the API; now it is 1,500. */
    private static final int NOTIFICATION = 400;

    private static final String DANGER = "#C62828";

    private LineQuestion() {}

    /** Returns no message for a payload that is no question; the host has checked it before. */
    static List<LineMessageObject> render(RunId runId, OutboundAction action) {
        InteractionRequest question;
        try {
            question = InteractionRequest.read(action.payload());
        } catch (UndecodableException e) {
            return List.of();
        }
        String token =
                action.target() == null ? "" : action.target().path("token").asText();
        List<LineMessageObject> words = LineTexts.of(FormattedText.plain(question.fallbackText()));
        String title = line(question.title());
        return title.isEmpty() || !question.fields().isEmpty()
                ? words
                : buttons(runId, token, question)
                        .map(buttons -> bubble(title, question, buttons, words))
                        .orElse(words);
    }

    private static List<LineMessageObject> bubble(
            String title, InteractionRequest question, List<ObjectNode> buttons, List<LineMessageObject> words) {
        String description = question.description() == null
                ? ""
                : PlainCharacters.of(question.description()).strip();
        boolean isShort = title.length() <= TITLE && description.length() <= DESCRIPTION;
        List<LineMessageObject> messages = new ArrayList<>();
        if (!isShort) {
            messages.addAll(
                    LineTexts.of(FormattedText.plain(description.isEmpty() ? title : title + "\n\n" + description)));
        }
        ObjectNode bubble = JsonNodeFactory.instance.objectNode().put("type", "bubble");
        ObjectNode body = box(bubble.putObject("body"));
        text(body, TextShortener.shorten(title, TITLE)).put("weight", "bold");
        if (isShort && !description.isEmpty()) {
            text(body, description);
        }
        box(bubble.putObject("footer")).withArrayProperty("contents").addAll(buttons);
        ObjectNode message = JsonNodeFactory.instance
                .objectNode()
                .put("type", "flex")
                .put("altText", TextShortener.shorten(title, NOTIFICATION));
        message.set("contents", bubble);
        messages.add(new LineMessageObject(message, words));
        return messages;
    }

    private static ObjectNode box(ObjectNode block) {
        block.put("type", "box").put("layout", "vertical").put("spacing", "sm").putArray("contents");
        return block;
    }

    private static ObjectNode text(ObjectNode box, String text) {
        return box.withArrayProperty("contents")
                .addObject()
                .put("type", "text")
                .put("text", text)
                .put("wrap", true);
    }

    private static String line(String text) {
        return PlainCharacters.of(text).strip().replace('\n', ' ');
    }

    /** Returns empty if a button has no key that a platform can carry. */
    private static Optional<List<ObjectNode>> buttons(RunId runId, String token, InteractionRequest question) {
        List<ObjectNode> buttons = new ArrayList<>();
        for (InteractionAction action : question.actions()) {
            Optional<String> key = new ButtonKey(runId, buttons.size(), token).text();
            if (key.isEmpty()) {
                return Optional.empty();
            }
            buttons.add(button(action, key.get()));
        }
        return buttons.isEmpty() ? Optional.empty() : Optional.of(buttons);
    }

    /** The chat shows the label as a message of the person who presses. */
    private static ObjectNode button(InteractionAction action, String key) {
        String label = TextShortener.shorten(line(action.label()), LABEL);
        ObjectNode button = JsonNodeFactory.instance.objectNode().put("type", "button");
        switch (action.style()) {
            case PRIMARY -> button.put("style", "primary");
            case DEFAULT -> button.put("style", "secondary");
            case DANGER -> button.put("style", "primary").put("color", DANGER);
        }
        button.put("height", "sm")
                .putObject("action")
                .put("type", "postback")
                .put("label", label)
                .put("data", key)
                .put("displayText", label);
        return button;
    }
}
