package dev.agenthost.gateway.intake.slack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.gateway.bot.ScriptedForms;
import dev.agenthost.gateway.intake.EventProducer;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.ScriptedProducer;
import dev.agenthost.gateway.intake.connection.ws.ConnectionReplica;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.testkit.slack.ScriptedSocketMode;
import dev.agenthost.testkit.slack.SlackDelivery;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several replicas with connections of one app in Socket Mode, and the ends of connections. */
class SlackReplicasTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final String TOKEN = "xapp-1-A1-1";
    private static final String BOT = "shop";
    private static final Duration AT_ONCE = Duration.ZERO;

    private final ScriptedProducer kafka = new ScriptedProducer();
    private final List<ConnectionReplica> replicas = new ArrayList<>();
    private ScriptedSocketMode slack;

    @BeforeEach
    void start() {
        slack = new ScriptedSocketMode("A1", TOKEN);
        slack.repeatAfter(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() throws InterruptedException {
        kafka.release();
        for (ConnectionReplica replica : replicas) {
            replica.close();
        }
        slack.close();
    }

    @AfterAll
    static void stopVertx() {
        VERTX.close();
    }

    @Test
    void anEventReachesOneOfTheReplicas() throws InterruptedException {
        replica("a");
        replica("b");
        until(() -> slack.connections() == 2);

        deliverAll(40);

        assertThat(texts()).hasSize(40).doesNotHaveDuplicates();
        assertThat(kafka.published().stream()
                        .map(event -> event.substring(0, 1))
                        .distinct())
                .containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void theOtherReplicaHasAllEventsOfOneThatStopped() throws InterruptedException {
        ConnectionReplica first = replica("a");
        replica("b");
        until(() -> slack.connections() == 2);

        first.close();
        until(() -> slack.connections() == 1);
        deliverAll(10);

        assertThat(kafka.published()).hasSize(10).allSatisfy(event -> assertThat(event)
                .startsWith("b "));
    }

    @Test
    void anEventThatKafkaDoesNotTakeIsNotAcknowledgedAndComesAgain() throws InterruptedException {
        slack.repeatAfter(Duration.ofSeconds(1));
        kafka.setAway(true);
        replica("a");
        SlackDelivery delivery = slack.deliver(text("hello"));
        until(() -> kafka.refused() > 1);
        assertThat(delivery.isAcknowledged()).isFalse();

        kafka.setAway(false);
        delivery.await();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    /** Slack sends it again after 3 s; both are one event, and both are acknowledged. */
    @Test
    void anEventThatKafkaTakesTooLateIsPublishedOnce() throws InterruptedException {
        slack.repeatAfter(Duration.ofMillis(300));
        kafka.hold();
        replica("a");
        SlackDelivery delivery = slack.deliver(text("hello"));
        until(() -> delivery.attempts() > 1);

        kafka.release();
        delivery.await();
        until(() -> !kafka.published().isEmpty());

        assertThat(kafka.published()).containsExactly("a hello");
    }

    @Test
    void aReplicaThatStopsAcknowledgesTheEventThatItTakesIn() throws Exception {
        kafka.hold();
        ConnectionReplica first = replica("a");
        SlackDelivery delivery = slack.deliver(text("hello"));
        until(() -> kafka.handedOver() == 1);

        Thread closing = Thread.ofVirtual().start(() -> {
            try {
                first.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(delivery.isAcknowledged()).isFalse();
        kafka.release();
        closing.join();

        delivery.await();
        assertThat(kafka.published()).containsExactly("a hello");
        until(() -> slack.connections() == 0);
    }

    @Test
    void atMostSixtyFourEventsAreTakenInAtOnce() throws InterruptedException {
        kafka.hold();
        replica("a");
        until(() -> slack.connections() == 1);
        List<SlackDelivery> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(slack.deliver(text("t" + i)));
        }
        until(() -> kafka.handedOver() >= 64 && all.getLast().attempts() > 0);
        assertThat(kafka.handedOver()).isEqualTo(64);

        kafka.release();
        for (SlackDelivery delivery : all) {
            delivery.await();
        }
        assertThat(kafka.published()).hasSize(100);
    }

    /** The connection that was announced to end receives events until the other one does, and is closed by the replica if not by Slack. */
    @Test
    void anAnnouncedEndIsPrecededByANewConnection() throws InterruptedException {
        slack.repeatAfter(Duration.ofMinutes(5));
        replica("a");
        until(() -> slack.connections() == 1);

        slack.disconnect("warning", Duration.ofHours(1));
        until(() -> slack.connections() == 2);
        deliverAll(20);
        until(() -> slack.connections() == 1);
        deliverAll(20);

        assertThat(texts()).hasSize(40);
        assertThat(slack.opened()).isEqualTo(2);
    }

    @Test
    void aConnectionThatIsRefreshedAtOnceIsReplaced() throws InterruptedException {
        replica("a");
        until(() -> slack.connections() == 1);

        slack.disconnect("refresh_requested", AT_ONCE);
        until(() -> slack.opened() == 2 && slack.connections() == 1);

        deliverAll(1);
        assertThat(kafka.published()).hasSize(1);
    }

    @Test
    void anEventThatIsTakenInIsAcknowledgedOverTheConnectionThatIsReplaced() throws InterruptedException {
        kafka.hold();
        replica("a");
        SlackDelivery delivery = slack.deliver(text("hello"));
        until(() -> kafka.handedOver() == 1);

        slack.disconnect("warning", Duration.ofSeconds(8));
        until(() -> slack.connections() == 2);
        kafka.release();

        delivery.await();
        assertThat(delivery.attempts()).isEqualTo(1);
    }

    @Test
    void aReplicaBeyondTheLimitOfConnectionsConnectsWhenThereIsRoom() throws InterruptedException {
        slack.limitConnections(1);
        slack.repeatAfter(Duration.ofMillis(500));
        ConnectionReplica first = replica("a");
        until(() -> slack.connections() == 1);
        replica("b");
        until(() -> slack.opened() > 1);
        slack.deliver(text("one")).await();

        first.close();
        slack.deliver(text("two")).await();

        assertThat(kafka.published()).containsExactly("a one", "b two");
    }

    @Test
    void ofTwoBotsOfAnAppTheFirstHasTheConnection() throws InterruptedException {
        ConnectionReplica replica = replica("a");
        until(() -> slack.connections() == 1);

        replica.bots.take(SlackBot.connected("other", true, slack.apiUrl()));
        until(() -> slack.opened() == 2 && slack.connections() == 1);
        slack.deliver(text("hello")).await();

        assertThat(kafka.published()).containsExactly("a hello");
    }

    /** Everybody can know an app id. */
    @Test
    void aBotOfAnotherWorkspaceWithATokenOfItsOwnTakesNoConnectionAway() throws InterruptedException {
        ConnectionReplica replica = replica("a");
        until(() -> slack.connections() == 1);

        replica.bots.take(SlackBot.connected("aaa", "red", true, slack.apiUrl(), "RED_APP"));
        until(() -> slack.answers().contains("invalid_auth"));

        assertThat(slack.connections()).isEqualTo(1);
        slack.deliver(text("hello")).await();
        assertThat(kafka.published()).containsExactly("a hello");
    }

    /** An app has several app-level tokens; with two connections each bot would get a random part of the events. */
    @Test
    void withinAWorkspaceTheFirstBotOfAnAppHasTheConnectionWhateverItsTokenIs() {
        ConnectionReplica replica = replica("a");
        until(() -> slack.connections() == 1);

        replica.bots.take(SlackBot.connected("aaa", "green", true, slack.apiUrl(), "RED_APP"));
        until(() -> slack.connections() == 0);
    }

    private void deliverAll(int count) throws InterruptedException {
        List<SlackDelivery> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(slack.deliver(text("t" + UUID.randomUUID())));
        }
        for (SlackDelivery delivery : all) {
            delivery.await();
        }
    }

    private List<String> texts() {
        return kafka.published().stream().map(event -> event.substring(2)).toList();
    }

    private ConnectionReplica replica(String name) {
        ConnectionReplica replica = new ConnectionReplica(VERTX, outbound -> platform(outbound, kafka.of(name)));
        replica.bots.take(SlackBot.connected(BOT, true, slack.apiUrl()));
        replicas.add(replica);
        return replica;
    }

    private static ConnectedPlatform platform(EgressClient outbound, EventProducer events) {
        return SlackBot.platform(outbound, events, new ScriptedForms(), TOKEN);
    }

    private static ObjectNode text(String text) {
        String id = UUID.randomUUID().toString();
        return SlackBot.message("Ev" + id, "D" + id, SlackBot.TS, text);
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(60)).until(condition);
    }
}
