package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.binding.catalog.ResourceName;
import dev.agenthost.platform.rest.VersionedKind;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.error.Fields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A bot in the form of requests, answers and storage. Optional: id, workspace, name (the id), {@code enabled} (true), options, default agent (none) and version. */
public record BotDocument(
        @Nullable String botId,
        @Nullable String workspaceId,
        BotPlatform platform,
        @Nullable String name,
        @Nullable Boolean enabled,
        Map<String, List<String>> secrets,
        @Nullable ObjectNode options,
        @Nullable String agentId,
        @Nullable Integer version) {
    /** The kind of bots. */
    public static final VersionedKind<Bot, BotDocument> KIND = new VersionedKind<>(
            "bot",
            "bot_id",
            true,
            BotDocument.class,
            document -> new VersionedKind.Heading(document.botId, document.workspaceId),
            id -> ResourceName.check(id, "bot_id"),
            BotDocument::bot,
            BotRules::check,
            BotDocument::of);

    public BotDocument {
        Fields.required(platform, "platform");
        secrets = Fields.map(Fields.required(secrets, "secrets"));
    }

    /** Returns the bot of this document, in its first version if it names none. */
    public Bot bot(String id, String workspace) {
        return new Bot(
                id,
                workspace,
                platform,
                Fields.or(name, id),
                Fields.or(enabled, true),
                secrets,
                Fields.object(options),
                agentId,
                Fields.or(version, 1));
    }

    public static BotDocument of(Bot bot) {
        return new BotDocument(
                bot.botId(),
                bot.workspaceId(),
                bot.platform(),
                bot.name(),
                bot.enabled(),
                bot.secrets(),
                bot.options(),
                bot.agentId(),
                bot.version());
    }
}
