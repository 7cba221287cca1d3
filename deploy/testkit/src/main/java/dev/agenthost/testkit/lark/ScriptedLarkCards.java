package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cards of one app. The codes and rules are those of
 * https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/cardkit-v1/card/create.md, .../card/update.md, of
 * https://open.larkoffice.com/document/cardkit-v1/card-element/content.md and of
 * https://open.larkoffice.com/document/uAjLw4CM/ukzMukzMukzM/feishu-cards/streaming-updates-openapi-overview.md. Assumed: the codes of a card
 * that is sent twice and of an element that does not exist, and that a key is checked after the sequence.
 */
final class ScriptedLarkCards {
    private static final int MOST_BYTES = 30 * 1024;
    private static final int MOST_CHARS = 100_000;
    private static final Duration VALID = Duration.ofDays(14);
    private static final Duration STREAMING = Duration.ofMinutes(10);

    private static final class Card {
        private final Instant created;
        private ObjectNode content;
        private @Nullable Instant streamingSince;
        private boolean isSent;
        private long sequence;
        private final Set<String> keys = new HashSet<>();
        private final Deque<Instant> calls = new ArrayDeque<>();

        private Card(Instant created, ObjectNode content) {
            this.created = created;
            this.content = content;
        }
    }

    private final Map<String, Card> cards = new HashMap<>();
    private Duration passed = Duration.ZERO;
    private int mostBytes = MOST_BYTES;
    private int mostCalls = Integer.MAX_VALUE;

    synchronized void pass(Duration time) {
        passed = passed.plus(time);
    }

    synchronized void limit(int bytes) {
        mostBytes = bytes;
    }

    synchronized void limitRate(int callsInASecond) {
        mostCalls = callsInASecond;
    }

    synchronized JsonNode create(JsonNode body) {
        if (!body.path("type").asText().equals("card_json")) {
            throw new LarkRefusal(10002, "Your request contains an invalid request parameter.");
        }
        Card card = new Card(now(), content(body.path("data")));
        stream(card);
        String id = Long.toString(7_355_372_766_134_157_313L + cards.size());
        cards.put(id, card);
        return JsonNodeFactory.instance.objectNode().put("card_id", id);
    }

    /** A card is sent once. */
    synchronized void send(String id) {
        Card card = cards.get(id);
        if (card == null || card.isSent) {
            throw new LarkRefusal(230099, "Failed to create card content, ext=ErrCode: 11310; cardid is invalid");
        }
        card.isSent = true;
    }

    synchronized ObjectNode content(String id) {
        return Objects.requireNonNull(cards.get(id)).content;
    }

    synchronized void update(String id, JsonNode body) {
        Card card = card(id);
        ObjectNode content = content(body.at("/card/data"));
        accept(card, body);
        card.content = content;
        stream(card);
    }

    synchronized void replaceText(String id, String elementId, JsonNode body) {
        Card card = card(id);
        if (card.streamingSince == null) {
            throw new LarkRefusal(300309, "streaming mode is closed");
        }
        if (card.streamingSince.plus(STREAMING).isBefore(now())) {
            card.streamingSince = null;
            throw new LarkRefusal(200850, "card streaming timeout");
        }
        String text = body.path("content").asText();
        if (text.isEmpty() || text.length() > MOST_CHARS) {
            throw new LarkRefusal(10002, "Your request contains an invalid request parameter.");
        }
        ObjectNode changed = card.content.deepCopy();
        ObjectNode element = element(changed, elementId);
        element.put("content", text);
        checkSize(changed);
        accept(card, body);
        card.content = changed;
    }

    private static ObjectNode element(ObjectNode content, String elementId) {
        for (JsonNode element : content.at("/body/elements")) {
            if (element.path("element_id").asText().equals(elementId)) {
                if (!element.path("tag").asText().equals("markdown")) {
                    throw new LarkRefusal(300310, "Only update text");
                }
                return (ObjectNode) element;
            }
        }
        throw new LarkRefusal(300313, "Failed to update element properties");
    }

    private Card card(String id) {
        Card card = cards.get(id);
        if (card == null) {
            throw new LarkRefusal(200740, "The card entity does not exist");
        }
        Instant now = now();
        if (card.created.plus(VALID).isBefore(now)) {
            throw new LarkRefusal(200750, "The card entity has expired");
        }
        card.calls.removeIf(call -> call.plusSeconds(1).isBefore(now));
        card.calls.add(now);
        if (card.calls.size() > mostCalls) {
            throw new LarkRefusal(429, 99991400, "request trigger frequency limit");
        }
        return card;
    }

    private static void accept(Card card, JsonNode body) {
        long sequence = body.path("sequence").asLong();
        if (sequence < 1 || sequence > Integer.MAX_VALUE) {
            throw new LarkRefusal(10002, "Your request contains an invalid request parameter.");
        }
        if (sequence <= card.sequence) {
            throw new LarkRefusal(300317, "sequence number compare failed");
        }
        String key = body.path("uuid").asText();
        if (key.length() > 64 || !key.isEmpty() && !card.keys.add(key)) {
            throw new LarkRefusal(200770, "UUID conflict");
        }
        card.sequence = sequence;
    }

    private void stream(Card card) {
        boolean isStreaming = card.content.at("/config/streaming_mode").asBoolean();
        card.streamingSince = isStreaming ? now() : null;
    }

    private ObjectNode content(JsonNode data) {
        ObjectNode content;
        try {
            content = (ObjectNode) ProtocolCodec.mapper().readTree(data.asText());
        } catch (IOException | ClassCastException e) {
            throw new LarkRefusal(200220, "Failed to generate card content");
        }
        if (!content.path("schema").asText().equals("2.0")) {
            throw new LarkRefusal(300303, "Only schema 2.0 is supported");
        }
        if (!content.at("/config/update_multi").asBoolean(true)) {
            throw new LarkRefusal(300302, "update_multi property is false");
        }
        if (content.at("/body/elements").isEmpty()) {
            throw new LarkRefusal(300307, "The card DSL is empty");
        }
        checkSize(content);
        return content;
    }

    private void checkSize(ObjectNode content) {
        if (content.toString().getBytes(StandardCharsets.UTF_8).length > mostBytes) {
            throw new LarkRefusal(200860, "Card content exceeds limit.");
        }
    }

    private Instant now() {
        return Instant.now().plus(passed);
    }
}
