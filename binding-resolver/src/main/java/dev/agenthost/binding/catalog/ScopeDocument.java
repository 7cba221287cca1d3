package dev.agenthost.binding.catalog;

import dev.agenthost.protocol.error.Fields;
import dev.agenthost.protocol.error.InvalidFieldException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A scope in requests and answers: its kind, and the fields of this kind. */
public record ScopeDocument(
        String kind,
        @Nullable String botId,
        @Nullable String channelType,
        @Nullable String channelId,
        @Nullable String conversationId,
        @Nullable String threadId,
        @Nullable String actorId) {
    /** The required fields of each kind. */
    private static final Map<String, List<String>> NEEDED = Map.of(
            "workspace", List.of(),
            "bot", List.of("bot_id"),
            "channel", List.of("bot_id", "channel_id"),
            "conversation", List.of("bot_id", "conversation_id"),
            "actor", List.of("actor_id"));

    /** The optional fields of each kind. */
    private static final Map<String, List<String>> OPTIONAL = Map.of(
            "workspace", List.of(),
            "bot", List.of(),
            "channel", List.of("channel_type"),
            "conversation", List.of("thread_id"),
            "actor", List.of("bot_id"));

    /** Refuses also a field that the kind does not have, because the binding would silently cover more than intended. */
    public ScopeDocument {
        if (!NEEDED.containsKey(Fields.text(kind, "kind"))) {
            throw new InvalidFieldException("kind", "must be one of workspace, bot, channel, conversation and actor");
        }
        check(kind, "bot_id", botId);
        check(kind, "channel_type", channelType);
        check(kind, "channel_id", channelId);
        check(kind, "conversation_id", conversationId);
        check(kind, "thread_id", threadId);
        check(kind, "actor_id", actorId);
    }

    public BindingScope scope() {
        return switch (kind) {
            case "workspace" -> new BindingScope.Workspace();
            case "bot" -> new BindingScope.Bot(Fields.text(botId, "bot_id"));
            case "channel" ->
                new BindingScope.Channel(
                        Fields.text(botId, "bot_id"), channelType, Fields.text(channelId, "channel_id"));
            case "conversation" ->
                new BindingScope.Conversation(
                        Fields.text(botId, "bot_id"), Fields.text(conversationId, "conversation_id"), threadId);
            case "actor" -> new BindingScope.Actor(botId, Fields.text(actorId, "actor_id"));
            default -> throw new IllegalStateException("The constructor accepts known kinds only");
        };
    }

    public static ScopeDocument of(BindingScope scope) {
        return switch (scope) {
            case BindingScope.Workspace workspace -> new ScopeDocument("workspace", null, null, null, null, null, null);
            case BindingScope.DefaultAgent unwritten ->
                throw new IllegalStateException("The default agent is a field of its bot, not a binding of requests");
            case BindingScope.Bot bot -> new ScopeDocument("bot", bot.botId(), null, null, null, null, null);
            case BindingScope.Channel channel ->
                new ScopeDocument(
                        "channel", channel.botId(), channel.channelType(), channel.channelId(), null, null, null);
            case BindingScope.Conversation in ->
                new ScopeDocument("conversation", in.botId(), null, null, in.conversationId(), in.threadId(), null);
            case BindingScope.Actor actor ->
                new ScopeDocument("actor", actor.botId(), null, null, null, null, actor.actorId());
        };
    }

    private static void check(String kind, String field, @Nullable String value) {
        if (fields(NEEDED, kind).contains(field)) {
            Fields.text(value, field);
        } else if (value != null && fields(OPTIONAL, kind).contains(field)) {
            Fields.text(value, field);
        } else if (value != null) {
            throw new InvalidFieldException(field, "is not a field of a scope of kind " + kind);
        }
    }

    private static List<String> fields(Map<String, List<String>> byKind, String kind) {
        return byKind.getOrDefault(kind, List.of());
    }
}
