package dev.agenthost.gateway.intake.discord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.polling.GatewayDatabase;
import dev.agenthost.gateway.polling.HolderReplica;
import dev.agenthost.gateway.polling.PublishedEvents;
import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.im.discord.client.DiscordClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.EgressSocketClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Two replicas of one bot with a real PostgreSQL: one has the connection, and its loss loses no event. */
class DiscordTakeoverTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LOSSES = 9;

    private enum Loss {
        DATABASE,
        PAUSE,
        STOP
    }

    private final PublishedEvents events = new PublishedEvents();
    private final List<String> written = new CopyOnWriteArrayList<>();
    private final List<Integer> connections = new CopyOnWriteArrayList<>();
    private volatile boolean isWriting = true;
    private int replicas;

    @Test
    void noEventIsLostAndNoSecondConnectionIsOpenWhenTheHolderIsLost() throws Exception {
        try (GatewayDatabase database = new GatewayDatabase();
                DiscordPlatform discord = new DiscordPlatform()) {
            List<HolderReplica> pair = new ArrayList<>();
            pair.add(start(database, discord));
            pair.add(start(database, discord));
            until(() -> discord.gateway.received().contains("identify"));
            Thread people = Thread.ofVirtual().start(() -> write(discord));
            for (int i = 0; i < LOSSES; i++) {
                lose(Loss.values()[i % Loss.values().length], pair, database, discord);
            }
            isWriting = false;
            people.join();
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(texts())
                    .as("no message is lost: %s", discord.gateway.received())
                    .containsAll(written));
            for (HolderReplica replica : pair) {
                replica.close();
            }
            assertThat(discord.identifications())
                    .as("each holder resumes the session")
                    .isEqualTo(1);
        }
        assertThat(texts()).as("each message is one event, in its order").containsExactlyElementsOf(written);
        assertThat(events.altered()).as("a repetition is recognised").isEmpty();
        assertThat(connections).as("open connections").allMatch(open -> open <= 1);
        assertThat(events.claims().stream().map(PublishedEvents.Claim::epoch)).isSorted();
    }

    private List<String> texts() {
        return events.distinct().stream().map(event -> event.input().text()).toList();
    }

    private void lose(Loss loss, List<HolderReplica> pair, GatewayDatabase database, DiscordPlatform discord)
            throws Exception {
        int before = events.size();
        until(() -> events.size() > before + 20);
        PublishedEvents.Claim claim = Objects.requireNonNull(events.lastClaim());
        HolderReplica holder = pair.stream()
                .filter(replica -> replica.number() == claim.replica())
                .findFirst()
                .orElseThrow();
        switch (loss) {
            case DATABASE -> holder.loseDatabase();
            case PAUSE -> holder.pause();
            case STOP -> holder.close();
        }
        until(() -> Objects.requireNonNull(events.lastClaim()).replica() != claim.replica());
        int next = Objects.requireNonNull(events.lastClaim()).replica();
        int claimed = events.size();
        until(() -> events.by(next, claimed) > 0);
        holder.heal();
        if (loss == Loss.STOP) {
            pair.remove(holder);
            pair.add(start(database, discord));
        }
    }

    private HolderReplica start(GatewayDatabase database, DiscordPlatform discord) {
        BotRegistration bot = DiscordBot.connected("support", true, discord.api.apiUrl(), "DISCORD_TOKEN");
        BotRegistry bots = new BotRegistry();
        bots.take(bot);
        return new HolderReplica(++replicas, database, bot, events, (vertx, producer, records) -> {
            AddressPolicy rules = new AddressPolicy(true);
            EgressClient outbound = new EgressClient(vertx, rules, 4, TIMEOUT);
            return new DiscordConnections(
                    bots,
                    new BotTokens(new Secrets(Map.of("DISCORD_TOKEN", DiscordBot.TOKEN))),
                    new DiscordClient(outbound, TIMEOUT),
                    new EgressSocketClient(vertx, rules, 1024 * 1024, TIMEOUT),
                    DiscordBot.intake(outbound, producer),
                    records,
                    outcome -> {},
                    vertx);
        });
    }

    private void write(DiscordPlatform discord) {
        try {
            for (int i = 0; isWriting; i++) {
                String text = "message " + i;
                written.add(text);
                discord.gateway.dispatch("MESSAGE_CREATE", DiscordBot.message("81", text));
                connections.add(discord.gateway.connections());
                Thread.sleep(10);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
