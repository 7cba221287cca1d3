package dev.agenthost.protocol.bot;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.error.Fields;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bot in {@code agent.bots}, under its id. It has names of secrets, never secrets. The latest record of an id counts.
 *
 * @param botId unique on the host, because the address of its webhook has no workspace
 * @param workspaceId the workspace of its events
 * @param name for people
 * @param enabled false if it takes no events
 * @param secrets names of secrets by purpose, for instance {@code webhook}. During a rotation a purpose has two: either is accepted, the
 *     first is used
 * @param options settings of its platform, for instance {@code username}
 * @param version from 1, raised by each change
 * @param deletedAt null while the bot exists
 */
public record BotRegistration(
        String botId,
        String workspaceId,
        BotPlatform platform,
        String name,
        boolean enabled,
        Map<String, List<String>> secrets,
        ObjectNode options,
        int version,
        @Nullable Instant deletedAt) {
    /**
     * The option that says how the updates of a bot arrive: by its webhook, by polling or over a connection. Its default is that of the
     * platform.
     */
    public static final String RECEIVE = "receive";

    /** The value of {@link #RECEIVE} for a bot whose updates the platform sends by HTTP. */
    public static final String WEBHOOK = "webhook";

    /** The value of {@link #RECEIVE} for a bot whose updates the host fetches. */
    public static final String POLLING = "polling";

    /** The value of {@link #RECEIVE} for a bot whose events arrive over a connection that the host opens. */
    public static final String CONNECTION = "connection";

    public BotRegistration {
        Fields.text(botId, "bot_id");
        Fields.text(workspaceId, "workspace_id");
        Fields.required(platform, "platform");
        Fields.text(name, "name");
        secrets = Fields.map(secrets);
        options = Fields.object(options);
        Fields.within(version, 1, Integer.MAX_VALUE, "version");
    }

    public boolean isDeleted() {
        return deletedAt != null;
    }

    /** Returns true if the host fetches the updates of the bot. */
    public boolean isPolled() {
        return receivesBy(POLLING);
    }

    /** @param way a value of {@link #RECEIVE} */
    public boolean receivesBy(String way) {
        return way.equals(options.path(RECEIVE).asText(platform.receivesByDefault()));
    }

    /** Returns the names of the live secrets of a purpose; the first is the one to use. */
    public List<String> secretsFor(String purpose) {
        return secrets.getOrDefault(purpose, List.of());
    }

    /** The key of its record. */
    public String recordKey() {
        return botId;
    }
}
