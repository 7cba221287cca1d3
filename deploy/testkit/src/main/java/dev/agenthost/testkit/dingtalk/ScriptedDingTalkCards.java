package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The cards of one app. The rules are those of https://open.dingtalk.com/document/development/create-and-deliver-cards,
 * .../api-streamingupdate and .../interactive-card-update-interface. Assumed: the codes of a card that exists (of the same page, which does
 * not say when), of values that are too large and of a card that has ended; that a text of more than 3 K is refused, which the page advises
 * against; that a card which exists was shown, too.
 */
final class ScriptedDingTalkCards {
    private static final int LONGEST_ID = 100;
    private static final int MOST_BYTES_OF_VARIABLE = 1024;
    private static final String STATE = "flowStatus";
    private static final String FINISHED = "3";

    private static final class Card {
        private final ObjectNode variables;
        private final Set<String> guids = new HashSet<>();

        private Card(ObjectNode variables) {
            this.variables = variables;
        }
    }

    private final Map<String, Card> cards = new HashMap<>();
    private int mostBytes = 3 * 1024;

    synchronized void limit(int bytes) {
        mostBytes = bytes;
    }

    /** Returns the id of a new card. */
    synchronized String create(JsonNode body) {
        String id = body.path("outTrackId").asText();
        if (id.isEmpty() || id.length() > LONGEST_ID) {
            throw new DingTalkRefusal("param.outTrackIdEmpty");
        }
        if (!body.path("cardTemplateId").asText().endsWith(".schema")) {
            throw new DingTalkRefusal("param.templateNotExist");
        }
        if (!(body.at("/cardData/cardParamMap") instanceof ObjectNode variables) || variables.isEmpty()) {
            throw new DingTalkRefusal("param.cardPublicDataEmpty");
        }
        variables.forEach(value -> check(value, MOST_BYTES_OF_VARIABLE));
        if (cards.containsKey(id)) {
            throw new DingTalkRefusal("param.cardAlreadyExist");
        }
        cards.put(id, new Card(variables.deepCopy()));
        return id;
    }

    /** Replaces the text of a card; a repeated {@code guid} has no effect. */
    synchronized JsonNode stream(JsonNode body) {
        Card card = card(body);
        String guid = body.path("guid").asText();
        if (guid.isEmpty()
                || !body.path("key").asText().equals("msgContent")
                || !body.path("isFull").asBoolean()) {
            throw new DingTalkRefusal("param.invalid");
        }
        if (card.guids.contains(guid)) {
            return success();
        }
        check(body.path("content"), mostBytes);
        if (card.variables.path(STATE).asText().equals(FINISHED)) {
            throw new DingTalkRefusal("param.invalid");
        }
        card.guids.add(guid);
        card.variables.put("msgContent", body.path("content").asText());
        if (body.path("isFinalize").asBoolean()) {
            card.variables.put(STATE, FINISHED);
        }
        return success();
    }

    synchronized JsonNode update(JsonNode body) {
        Card card = card(body);
        if (!(body.at("/cardData/cardParamMap") instanceof ObjectNode variables)) {
            throw new DingTalkRefusal("param.empty");
        }
        if (!body.at("/cardUpdateOptions/updateCardDataByKey").asBoolean()) {
            card.variables.removeAll();
        }
        card.variables.setAll(variables.deepCopy());
        return success();
    }

    synchronized ObjectNode variables(String id) {
        return Objects.requireNonNull(cards.get(id)).variables.deepCopy();
    }

    private Card card(JsonNode body) {
        Card card = cards.get(body.path("outTrackId").asText());
        if (card == null) {
            throw new DingTalkRefusal("param.cardNotExist");
        }
        return card;
    }

    private static void check(JsonNode value, int most) {
        if (!value.isTextual() || value.asText().getBytes(StandardCharsets.UTF_8).length > most) {
            throw new DingTalkRefusal("param.invalid");
        }
    }

    static ObjectNode success() {
        return JsonNodeFactory.instance.objectNode().put("success", true).put("result", true);
    }
}
