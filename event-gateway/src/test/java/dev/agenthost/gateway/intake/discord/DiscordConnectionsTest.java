package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.polling.ConnectionRecord;
import dev.agenthost.gateway.polling.ConnectionRecordRepository;
import dev.agenthost.gateway.polling.PollingClaim;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.lease.Incarnation;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The connection of one holder, with a Kafka that takes events late or not at all. */
class DiscordConnectionsTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final PollingClaim CLAIM = new PollingClaim("support", new Incarnation(UUID.randomUUID()), 1);

    private final ScriptedProducer kafka = new ScriptedProducer();
    private final Records records = new Records();
    private volatile boolean mayPoll = true;
    private DiscordPlatform discord;
    private Thread holder;

    /** The record of one bot, in memory. */
    private static final class Records implements ConnectionRecordRepository {
        private volatile ConnectionRecord last = ConnectionRecord.NONE;
        private volatile boolean isAway;

        @Override
        public Uni<ConnectionRecord> read(String botId) {
            return Uni.createFrom().item(last);
        }

        @Override
        public Uni<Boolean> store(PollingClaim claim, ConnectionRecord current) {
            if (isAway) {
                return Uni.createFrom().failure(new IOException("the database is away"));
            }
            last = current;
            return Uni.createFrom().item(true);
        }

        long sequence() {
            return Long.parseLong(String.valueOf(last.position()).replaceFirst(".*\"sequence\":(\\d+).*", "$1"));
        }
    }

    @BeforeEach
    void start() throws Exception {
        discord = new DiscordPlatform();
        discord.gateway.beatEvery(Duration.ofSeconds(1));
        hold();
        until(() -> discord.identifications() == 1 && records.last.isConnected());
    }

    @AfterEach
    void stop() throws Exception {
        kafka.release();
        kafka.setAway(false);
        end();
        discord.close();
    }

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void theRecordAndHeartbeatsHaveTheSequenceOfThePublishedEvents() throws Exception {
        kafka.hold();
        say("a");
        until(() -> kafka.handedOver() == 1);
        int beats = discord.gateway.received().size();
        until(() -> discord.gateway.received().size() > beats + 2);
        assertThat(discord.gateway.received()).doesNotContain("heartbeat 2");
        assertThat(records.sequence()).as("READY alone").isEqualTo(1);

        kafka.release();
        until(() -> discord.gateway.received().contains("heartbeat 2") && records.sequence() == 2);
    }

    @Test
    void theNextHolderReceivesWhatWasNotPublished() throws Exception {
        kafka.setAway(true);
        say("a");
        until(() -> kafka.refused() > 0);
        end();
        assertThat(records.last.isConnected()).isFalse();
        say("b");
        kafka.setAway(false);
        hold();

        until(() -> kafka.published().size() == 2);
        assertThat(kafka.published()).containsExactly("kafka a", "kafka b");
        assertThat(discord.identifications()).isEqualTo(1);
    }

    @Test
    void theSessionOfAnotherApplicationIsNotResumed() throws Exception {
        end();
        hold(DiscordBot.options(discord.api.apiUrl()).put("application_id", "900000000000000002"));

        until(() -> discord.identifications() == 2);
        assertThat(discord.resumptions()).isZero();
    }

    /** The address that the session names would receive the token of the bot. */
    @Test
    void theSessionOfAnotherApiIsNotResumed() throws Exception {
        end();
        try (DiscordPlatform other = new DiscordPlatform()) {
            hold(DiscordBot.options(other.api.apiUrl()));
            until(() -> other.identifications() == 1);
            end();
        }
        assertThat(discord.identifications()).isEqualTo(1);
        assertThat(discord.resumptions()).isZero();
    }

    /** So many that nothing more is read: heartbeats are sent nevertheless, and their acknowledgements are not missed. */
    @Test
    void whileKafkaIsAwayTheConnectionStaysAndNothingIsLost() throws Exception {
        kafka.setAway(true);
        List<String> written = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            written.add("kafka " + i);
            say(String.valueOf(i));
        }
        until(() -> kafka.refused() > 0);
        int beats = discord.gateway.received().size();
        until(() -> discord.gateway.received().size() > beats + 3);
        kafka.setAway(false);

        until(() -> kafka.published().size() >= written.size());
        assertThat(kafka.published()).containsExactlyElementsOf(written);
        assertThat(discord.resumptions()).isZero();
    }

    @Test
    void anInteractionThatKafkaDoesNotTakeIsAnsweredAndNotRepeated() throws Exception {
        kafka.setAway(true);
        ObjectNode command = DiscordBot.command("ask");
        String id = command.path("id").asText();
        discord.api.interact(id, command.path("token").asText(), Instant.now());
        discord.gateway.dispatch("INTERACTION_CREATE", command);
        until(() -> discord.api.response(id).isPresent());
        kafka.setAway(false);
        say("later");
        until(() -> records.sequence() == 3);

        assertThat(discord.api.response(id).orElseThrow().at("/data/content").asText())
                .isEqualTo("The answer could not be accepted. Please press again.");
        assertThat(kafka.published()).containsExactly("kafka later");
    }

    @Test
    void withoutTheDatabaseEventsArriveAndAreRecordedLater() throws Exception {
        records.isAway = true;
        say("a");
        until(() -> kafka.published().contains("kafka a"));
        Thread.sleep(1_500);
        records.isAway = false;

        until(() -> records.sequence() == 2);
    }

    /** A server is announced with everything in it; the host reads a few members. */
    @Test
    void aLargeAnnouncementOfAServerDoesNotBreakTheConnection() throws Exception {
        ObjectNode server =
                JsonNodeFactory.instance.objectNode().put("id", "700").put("name", "n");
        server.put("joined_at", "2020-01-01T00:00:00Z").put("description", "x".repeat(5_000_000));
        discord.gateway.dispatch("GUILD_CREATE", server);
        say("hello");

        until(() -> kafka.published().contains("kafka hello"));
        assertThat(discord.resumptions()).isZero();
    }

    private void say(String text) {
        discord.gateway.dispatch("MESSAGE_CREATE", DiscordBot.message("81", text));
    }

    private void hold() {
        hold(DiscordBot.options(discord.api.apiUrl()));
    }

    private void hold(ObjectNode options) {
        BotRegistration bot = DiscordBot.registered("support", true, "DISCORD_TOKEN", options);
        AddressPolicy rules = new AddressPolicy(true);
        EgressClient outbound = new EgressClient(VERTX, rules, 4, TIMEOUT);
        DiscordConnections connections = new DiscordConnections(
                new BotRegistry(),
                new BotTokens(new Secrets(Map.of("DISCORD_TOKEN", DiscordBot.TOKEN))),
                new DiscordClient(outbound, TIMEOUT),
                new EgressSocketClient(VERTX, rules, 16 * 1024 * 1024, TIMEOUT),
                DiscordBot.intake(outbound, kafka.of("kafka")),
                records,
                outcome -> {},
                VERTX);
        mayPoll = true;
        holder = Thread.ofVirtual().start(() -> {
            try {
                connections.poll(CLAIM, bot, () -> mayPoll);
            } catch (InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Ends the holder as the supervisor does, which interrupts again and again. */
    private void end() throws InterruptedException {
        mayPoll = false;
        while (!holder.join(Duration.ofMillis(20))) {
            holder.interrupt();
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
