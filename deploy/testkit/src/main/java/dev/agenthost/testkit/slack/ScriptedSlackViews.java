package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The modals of the app: triggers, {@code views.open} and the rules for views (https://docs.slack.dev/reference/views/modal-views). */
public final class ScriptedSlackViews {
    /** https://docs.slack.dev/interactivity/handling-user-interaction: a trigger is valid for 3 s, and for one call. */
    private static final long TRIGGER_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** https://docs.slack.dev/reference/methods/views.open: 250 kB, here of UTF-8 (assumed). */
    private static final int LARGEST = 250_000;

    private final Map<String, Long> triggers = new ConcurrentHashMap<>();
    private final Set<String> exchanged = ConcurrentHashMap.newKeySet();
    private final List<SlackModal> modals = new CopyOnWriteArrayList<>();
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();

    /** Returns the {@code trigger_id} of an interaction that happens now. */
    public String trigger() {
        String id =
                "1." + System.nanoTime() + "." + UUID.randomUUID().toString().replace("-", "");
        triggers.put(id, System.nanoTime());
        return id;
    }

    /** Lets a trigger be over 3 s old. */
    public void expire(String trigger) {
        triggers.put(trigger, System.nanoTime() - TRIGGER_NANOS);
    }

    /** Refuses the next call with this error. */
    public void refuseNext(String error) {
        refusals.add(error);
    }

    /** Returns the modals that were opened, in their order. */
    public List<SlackModal> modals() {
        return List.copyOf(modals);
    }

    /** Opens a modal as a call does; fails with the error of the platform. */
    public SlackModal show(ObjectNode view) {
        open(JsonNodeFactory.instance.objectNode().put("trigger_id", trigger()).<ObjectNode>set("view", view));
        return modals.getLast();
    }

    /** Answers a call of {@code views.open}. */
    void serve(HttpServerRequest request) {
        request.body().onSuccess(body -> request.response()
                .putHeader("Content-Type", "application/json")
                .end(answer(json(body.toString())).toString()));
    }

    private ObjectNode answer(JsonNode body) {
        try {
            return open((ObjectNode) body);
        } catch (SlackRefusal refusal) {
            return JsonNodeFactory.instance.objectNode().put("ok", false).put("error", refusal.error());
        }
    }

    ObjectNode open(ObjectNode body) {
        for (String error : refusals) {
            refusals.remove(error);
            throw new SlackRefusal(error);
        }
        String trigger = body.path("trigger_id").asText();
        Long issued = triggers.get(trigger);
        if (issued == null) {
            throw new SlackRefusal("invalid_trigger_id");
        }
        if (System.nanoTime() - issued >= TRIGGER_NANOS) {
            throw new SlackRefusal("expired_trigger_id");
        }
        ObjectNode view = view(body.path("view"));
        check(view);
        if (!exchanged.add(trigger)) {
            throw new SlackRefusal("exchanged_trigger_id");
        }
        SlackModal modal = new SlackModal(view);
        modals.add(modal);
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("ok", true);
        answer.set("view", modal.view());
        return answer;
    }

    /** https://docs.slack.dev/reference/methods/views.open: a view is an object of JSON, or its text. */
    private static ObjectNode view(JsonNode given) {
        if ((given.isTextual() ? json(given.textValue()) : given) instanceof ObjectNode object) {
            return object.deepCopy();
        }
        throw new SlackRefusal("invalid_arguments");
    }

    static JsonNode json(String text) {
        try {
            return ProtocolCodec.readTree(text.getBytes(StandardCharsets.UTF_8));
        } catch (UndecodableException e) {
            throw new IllegalStateException("no JSON", e);
        }
    }

    /** Refuses a view that breaks a documented rule. */
    static void check(ObjectNode view) {
        if (view.toString().getBytes(StandardCharsets.UTF_8).length > LARGEST) {
            throw new SlackRefusal("view_too_large");
        }
        JsonNode blocks = view.path("blocks");
        Set<String> ids = new HashSet<>();
        boolean isValid = view.path("type").asText().equals("modal")
                && ScriptedSlackInputs.isText(view.path("title"), 24)
                && isButton(view.path("submit"))
                && isButton(view.path("close"))
                && view.path("private_metadata").asText().length() <= 3000
                && view.path("callback_id").asText().length() <= 255
                && !blocks.isEmpty()
                && blocks.size() <= 100
                && blocks.valueStream().allMatch(block -> isBlock(block, ids))
                // submit is required when an input block is within the blocks array
                && (view.has("submit")
                        || blocks.valueStream()
                                .noneMatch(block -> block.path("type").asText().equals("input")));
        if (!isValid) {
            throw new SlackRefusal("invalid_arguments");
        }
    }

    private static boolean isButton(JsonNode text) {
        return text.isMissingNode() || ScriptedSlackInputs.isText(text, 24);
    }

    /** https://docs.slack.dev/reference/block-kit/blocks: ids have at most 255 characters, and are unique in a view. */
    private static boolean isBlock(JsonNode block, Set<String> ids) {
        String id = block.path("block_id").asText();
        if (id.length() > 255 || !id.isEmpty() && !ids.add(id)) {
            return false;
        }
        return switch (block.path("type").asText()) {
            // https://docs.slack.dev/reference/block-kit/blocks/section-block
            case "section" -> ScriptedSlackInputs.isText(block.path("text"), 3000);
            case "input" -> ScriptedSlackInputs.isInput(block);
            default -> false;
        };
    }
}
