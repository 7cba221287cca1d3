package dev.agenthost.gateway.intake.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.gateway.polling.GatewayDatabase;
import dev.agenthost.gateway.polling.HolderReplica;
import dev.agenthost.gateway.polling.PublishedEvents;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.EventIds;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.testkit.telegram.TelegramFault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Two replicas poll one bot, and the one that polls it is lost again and again ({@code -Dpolling.losses=200} for the long form). */
class PollingTakeoverTest {
    private static final int LOSSES = Integer.getInteger("polling.losses", 10);
    private static final int PEOPLE = 5;

    private enum Loss {
        DATABASE,
        PAUSE,
        LOST_ANSWER_AND_STOP,
        STOP
    }

    private final PublishedEvents events = new PublishedEvents();
    private final List<Long> written = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> millis = new ArrayList<>();
    private int replicas;

    @Test
    void noUpdateIsLostAndNoneIsAnotherEventWhenTheHolderIsLost() throws Exception {
        try (GatewayDatabase database = new GatewayDatabase();
                ScriptedTelegram telegram = new ScriptedTelegram(PollingReplica.TOKEN, "shop_bot")) {
            List<HolderReplica> pair = new ArrayList<>();
            pair.add(start(database, telegram));
            pair.add(start(database, telegram));
            Thread people = Thread.ofVirtual().start(() -> write(telegram));
            for (int i = 0; i < LOSSES; i++) {
                lose(Loss.values()[i % Loss.values().length], pair, database, telegram);
            }
            people.interrupt();
            people.join();
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> telegram.pending() == 0);
            for (HolderReplica replica : pair) {
                replica.close();
            }
        }
        List<EventEnvelope> distinct = events.distinct();
        assertThat(distinct.stream().map(EventEnvelope::eventId))
                .as("each update is one event, in its order")
                .containsExactlyElementsOf(written.stream()
                        .map(update -> EventIds.of("green", "telegram", "support", Long.toString(update)))
                        .toList());
        assertThat(events.altered()).as("a repetition is recognised").isEmpty();
        assertThat(events.claims().stream().map(PublishedEvents.Claim::epoch)).isSorted();
        Collections.sort(millis);
        System.out.printf(
                "%d losses of the holder, %d updates, %d published; next event after ms: median %d, longest %d%n",
                LOSSES, written.size(), events.size(), millis.get(millis.size() / 2), millis.getLast());
    }

    private void lose(Loss loss, List<HolderReplica> pair, GatewayDatabase database, ScriptedTelegram telegram)
            throws Exception {
        int before = events.size();
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> events.size() > before + 3);
        PublishedEvents.Claim claim = Objects.requireNonNull(events.lastClaim());
        Map<Integer, HolderReplica> byNumber =
                pair.stream().collect(Collectors.toMap(HolderReplica::number, replica -> replica));
        HolderReplica holder = Objects.requireNonNull(byNumber.get(claim.replica()));
        long lost = System.nanoTime();
        switch (loss) {
            case DATABASE -> holder.loseDatabase();
            case PAUSE -> holder.pause();
            case LOST_ANSWER_AND_STOP -> {
                telegram.failNext("getUpdates", new TelegramFault.LostAnswer());
                holder.close();
            }
            case STOP -> holder.close();
        }
        Awaitility.await("another replica claims the bot")
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> Objects.requireNonNull(events.lastClaim()).epoch() > claim.epoch()
                        && Objects.requireNonNull(events.lastClaim()).replica() != claim.replica());
        PublishedEvents.Claim next = Objects.requireNonNull(events.lastClaim());
        int claimed = events.size();
        Awaitility.await("the next holder publishes")
                .pollInterval(5, TimeUnit.MILLISECONDS)
                .atMost(60, TimeUnit.SECONDS)
                .until(() -> events.by(next.replica(), claimed) > 0);
        millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lost));
        assertThat(events.by(holder.number(), claimed))
                .as("the lost holder publishes nothing: %s", loss)
                .isZero();
        holder.heal();
        int healed = events.size();
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> events.size() > healed + 2);
        assertThat(events.by(holder.number(), healed))
                .as("an old holder that wakes publishes at most the event that was on its way: %s", loss)
                .isLessThanOrEqualTo(1);
        if (loss == Loss.STOP || loss == Loss.LOST_ANSWER_AND_STOP) {
            pair.remove(holder);
            pair.add(start(database, telegram));
        }
    }

    private HolderReplica start(GatewayDatabase database, ScriptedTelegram telegram) {
        return PollingReplica.start(++replicas, database, telegram.baseUrl(), events);
    }

    private void write(ScriptedTelegram telegram) {
        try {
            for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                written.add(telegram.write(5001 + i % PEOPLE, "message " + i));
                Thread.sleep(10);
            }
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }
}
