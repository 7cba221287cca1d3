package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.im.discord.gateway.DiscordSession;
import dev.agenthost.platform.lease.Incarnation;
import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The session that one registration of a bot stores, as a later one reads it. */
class DiscordSessionRecordsTest {
    private static final PollingClaim CLAIM = new PollingClaim("support", new Incarnation(UUID.randomUUID()), 1);
    private static final String DISCORD = "https://discord.com/api/v10";
    private static final DiscordSession SESSION = new DiscordSession("s1", "wss://gateway.discord.gg", "900", 7);

    private ConnectionRecord stored = ConnectionRecord.NONE;
    private final ConnectionRecordRepository records = new ConnectionRecordRepository() {
        @Override
        public Uni<ConnectionRecord> read(String botId) {
            return Uni.createFrom().item(stored);
        }

        @Override
        public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
            stored = current;
            return Uni.createFrom().item(true);
        }
    };

    @Test
    void theSessionOfTheSameApiAndApplicationIsRead() {
        store(DiscordBot.options(DISCORD), SESSION);

        assertThat(stored.isConnected()).isTrue();
        assertThat(last(DiscordBot.options(DISCORD + "/"))).contains(SESSION);
        ObjectNode byDefault = JsonNodeFactory.instance.objectNode().put("application_id", DiscordBot.APPLICATION);
        assertThat(last(byDefault)).contains(SESSION);
    }

    @Test
    void theSessionOfAnotherApiOrApplicationIsNotRead() {
        store(DiscordBot.options("http://127.0.0.1:1"), SESSION);
        assertThat(last(DiscordBot.options(DISCORD))).isEmpty();

        store(DiscordBot.options(DISCORD).put("application_id", "900000000000000002"), SESSION);
        assertThat(last(DiscordBot.options(DISCORD))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ws://gateway.discord.gg", "wss://gateway.example"})
    void aSessionOfDiscordAtAnAddressThatIsNotItsOwnIsNotRead(String resumeUrl) {
        store(DiscordBot.options(DISCORD), new DiscordSession("s1", resumeUrl, "900", 7));

        assertThat(last(DiscordBot.options(DISCORD))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no JSON", "[]", "{}", "{\"session_id\":\"s1\",\"sequence\":7}"})
    void aRecordThatIsNoSessionIsNotRead(String position) {
        stored = new ConnectionRecord(position, true, null);

        assertThat(last(DiscordBot.options(DISCORD))).isEmpty();
    }

    @Test
    void theEndOfASessionIsStored() {
        store(DiscordBot.options(DISCORD), SESSION);
        of(DiscordBot.options(DISCORD))
                .store(CLAIM, new ConnectionRecord(null, false, "why"))
                .await()
                .indefinitely();

        assertThat(stored).isEqualTo(new ConnectionRecord(null, false, "why"));
    }

    private void store(ObjectNode options, DiscordSession session) {
        ConnectionRecord current = new ConnectionRecord(session.json().toString(), true, null);
        of(options).store(CLAIM, current).await().indefinitely();
    }

    private Optional<DiscordSession> last(ObjectNode options) {
        return of(options).last().await().indefinitely();
    }

    private DiscordSessionRecords of(ObjectNode options) {
        return new DiscordSessionRecords(records, DiscordBot.registered("support", true, "DISCORD_TOKEN", options));
    }
}
