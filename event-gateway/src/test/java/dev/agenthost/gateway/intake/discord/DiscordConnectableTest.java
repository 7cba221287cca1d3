package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.connection.ConnectionState;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The choice of the bots that are connected, among those of two workspaces. Everybody can know an application id. */
class DiscordConnectableTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final BotRegistry bots = new BotRegistry();
    private final DiscordConnections connections = connections();

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void aBotWithoutATokenTakesNoConnectionAway() {
        bots.take(bot("shop", "green", "GREEN"));
        bots.take(bot("aaa", "red", "UNKNOWN"));
        bots.take(bot("aab", "red", "GREEN"));

        assertThat(connected()).containsExactly("shop");
        assertThat(connections.of("shop")).contains(new ConnectionState(true, null));
    }

    @Test
    void aBotWithTheTokenOfAnotherApplicationTakesNoConnectionAway() {
        bots.take(bot("shop", "green", "GREEN"));
        bots.take(bot("aaa", "red", "RED"));

        assertThat(connected()).containsExactly("aaa", "shop");
        assertThat(connections.of("shop")).contains(new ConnectionState(true, null));
    }

    @Test
    void ofTwoBotsWithOneTokenTheFirstByItsIdIsConnected() {
        bots.take(bot("shop", "green", "GREEN"));
        bots.take(bot("help", "green", "GREEN_AGAIN"));

        assertThat(connected()).containsExactly("help");
        assertThat(connections.of("shop"))
                .contains(new ConnectionState(false, "another bot of the application has the connection"));
    }

    private List<String> connected() {
        return connections.connectable().stream().map(BotRegistration::botId).toList();
    }

    private static BotRegistration bot(String botId, String workspaceId, String secret) {
        ObjectNode options = JsonNodeFactory.instance.objectNode().put("application_id", DiscordBot.APPLICATION);
        return new BotRegistration(
                botId,
                workspaceId,
                BotPlatform.DISCORD,
                botId,
                true,
                Map.of("token", List.of(secret)),
                options,
                1,
                null);
    }

    private DiscordConnections connections() {
        AddressPolicy rules = new AddressPolicy(true);
        EgressClient outbound = new EgressClient(VERTX, rules, 4, TIMEOUT);
        Secrets secrets = new Secrets(
                Map.of("GREEN", "token-g", "GREEN_AGAIN", "token-g", "RED", "token-r"),
                Map.of("GREEN", Set.of("green"), "GREEN_AGAIN", Set.of("green"), "RED", Set.of("red")));
        return new DiscordConnections(
                bots,
                new BotTokens(secrets),
                new DiscordClient(outbound, TIMEOUT),
                new EgressSocketClient(VERTX, rules, 1024, TIMEOUT),
                DiscordBot.intake(outbound, new ScriptedProducer().of("kafka")),
                new ConnectedRecords(),
                outcome -> {},
                VERTX);
    }

    /** Of bots that another replica has connected. */
    private record ConnectedRecords() implements ConnectionRecordRepository {
        @Override
        public Uni<ConnectionRecord> read(String botId) {
            return Uni.createFrom().item(new ConnectionRecord(null, true, null));
        }

        @Override
        public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
            return Uni.createFrom().item(true);
        }
    }
}
