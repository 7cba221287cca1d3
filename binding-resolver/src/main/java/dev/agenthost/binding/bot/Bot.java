package dev.agenthost.binding.bot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.platform.rest.VersionedItem;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bot on a platform that the host itself connects. The parameters have the meaning of {@link BotRegistration}.
 *
 * @param agentId the default agent, which answers messages that no binding answers; null for none
 * @param version from 1, raised by each change
 */
public record Bot(
        String botId,
        String workspaceId,
        BotPlatform platform,
        String name,
        boolean enabled,
        Map<String, List<String>> secrets,
        ObjectNode options,
        @Nullable String agentId,
        int version)
        implements VersionedItem<Bot> {
    @Override
    public String id() {
        return botId;
    }

    @Override
    public Bot withVersion(int newVersion) {
        return new Bot(botId, workspaceId, platform, name, enabled, secrets, options, agentId, newVersion);
    }

    /** Returns the bot for all services. @param deletedAt null while it exists */
    public BotRegistration registration(@Nullable Instant deletedAt) {
        return new BotRegistration(botId, workspaceId, platform, name, enabled, secrets, options, version, deletedAt);
    }
}
