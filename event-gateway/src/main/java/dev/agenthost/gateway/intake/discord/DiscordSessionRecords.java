package dev.agenthost.gateway.intake.discord;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.im.discord.client.DiscordApp;
import dev.agenthost.im.discord.gateway.DiscordSession;
import dev.agenthost.im.discord.inbound.DiscordIdentity;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The records of the holders of one bot. A stored session names its API and its application. One of another API or application stays from an
 * earlier registration under the same id; it is not resumed, because the address that it names would receive the token of the bot.
 */
final class DiscordSessionRecords implements ConnectionRecordRepository {
    private static final Logger LOG = Logger.getLogger(DiscordSessionRecords.class);
    private static final String API_URL = "api_url";
    private static final String APPLICATION_ID = "application_id";

    private final ConnectionRecordRepository records;
    private final String botId;
    private final DiscordApp app;
    private final String applicationId;

    DiscordSessionRecords(ConnectionRecordRepository records, BotRegistration bot) {
        this.records = records;
        this.botId = bot.botId();
        this.app = DiscordApp.of(bot.options(), "");
        this.applicationId = DiscordIdentity.of(botId, bot.options()).applicationId();
    }

    /** Returns the session that the last holder recorded; empty if there is none that the bot may resume. */
    Uni<Optional<DiscordSession>> last() {
        return records.read(botId).map(record -> session(record.position()));
    }

    @Override
    public Uni<ConnectionRecord> read(String ofBot) {
        return records.read(ofBot);
    }

    @Override
    public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
        Optional<ObjectNode> position = json(current.position());
        return records.store(
                claim,
                new ConnectionRecord(position.map(this::named).orElse(null), current.isConnected(), current.problem()));
    }

    private String named(ObjectNode position) {
        return position.put(API_URL, app.apiUrl())
                .put(APPLICATION_ID, applicationId)
                .toString();
    }

    private Optional<DiscordSession> session(@Nullable String position) {
        Optional<DiscordSession> own = json(position)
                .filter(stored -> app.apiUrl().equals(stored.path(API_URL).textValue())
                        && applicationId.equals(stored.path(APPLICATION_ID).textValue()))
                .flatMap(DiscordSession::read)
                .filter(session -> app.mayHaveGateway(session.resumeUrl()));
        if (position != null && own.isEmpty()) {
            LOG.warnf("the stored session is not one of the bot, another one begins: botId=%s", botId);
        }
        return own;
    }

    private static Optional<ObjectNode> json(@Nullable String position) {
        try {
            return position != null
                            && ProtocolCodec.readTree(position.getBytes(StandardCharsets.UTF_8))
                                    instanceof ObjectNode object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (UndecodableException e) {
            return Optional.empty();
        }
    }
}
