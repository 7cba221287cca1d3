package dev.agenthost.delivery.wiring.cdi;

import static dev.agenthost.delivery.DeliveryDatabase.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.run.postgres.PostgresResultProgressRepository;
import dev.agenthost.delivery.surface.DestinationRouter;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.takeover.ConversationAddress;
import dev.agenthost.delivery.takeover.OperatorMessage;
import dev.agenthost.delivery.takeover.Takeover;
import dev.agenthost.delivery.takeover.TakeoverService;
import dev.agenthost.delivery.takeover.postgres.PostgresOperatorMessageRepository;
import dev.agenthost.delivery.takeover.postgres.PostgresTakeoverRepository;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import io.vertx.mutiny.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests a takeover while calls of the agent are made at Telegram. */
class TakeoverAtTelegramTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Takeover.Operator ADA = new Takeover.Operator("k1", "Ada");

    @RegisterExtension
    static final TelegramFixture fixture = TelegramFixture.withoutRate();

    private static final Pool POOL = fixture.database.pool(4);
    private static final DestinationRouter ROUTES = new DestinationRouter(List.of(), () -> true);

    private static long chat = 90_000;

    private SendReplica replica;
    private TakeoverService takeovers;

    @BeforeEach
    void newChat() {
        chat++;
        replica = fixture.replica(InterruptedCalls.REPEAT);
        takeovers = new TakeoverService(
                new PostgresResultProgressRepository(POOL, ROUTES),
                ROUTES,
                new PostgresTakeoverRepository(POOL, Clock.systemUTC()),
                new PostgresOperatorMessageRepository(POOL, Clock.systemUTC()),
                replica::wake,
                Duration.ofMillis(700),
                System::nanoTime);
    }

    @Test
    void aCallUnderWayIsToldAndNotRepeatedAndTheOperatorsMessageFollows() {
        DeliveredRun run =
                fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("one"), DeliveredRun.message("two"));
        fixture.telegram.holdAnswers(lost -> true);
        replica.wake();
        await().atMost(LIMIT).until(() -> fixture.telegram.heldAnswers() == 1);

        assertThat(begin(run).callsUnderWay()).isEqualTo(1);
        fixture.telegram.dropAnswers();
        assertThat(begin(run).callsUnderWay()).isZero();

        send(run, "This is Ada");
        await().atMost(LIMIT).until(() -> texts().contains("This is Ada"));
        assertThat(receipt(run, 1)).satisfies(receipt -> {
            assertThat(receipt.status()).isEqualTo(ReceiptStatus.UNKNOWN);
            assertThat(receipt.errorCode()).isEqualTo("taken_over");
        });
        assertThat(receipt(run, 2)).satisfies(receipt -> {
            assertThat(receipt.status()).isEqualTo(ReceiptStatus.REJECTED);
            assertThat(receipt.errorCode()).isEqualTo("taken_over");
        });
        assertThat(texts()).containsExactly("This is Ada");
    }

    /** The part has several calls, of which the first has an answer. */
    @Test
    void theFurtherCallsOfAPartAreNotMade() {
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("word ".repeat(3_000)));
        fixture.telegram.holdAnswers(lost -> false);
        replica.wake();
        await().atMost(LIMIT).until(() -> fixture.telegram.heldAnswers() == 1);

        begin(run);
        fixture.telegram.dropAnswers();

        assertThat(receipt(run, 1).status()).isEqualTo(ReceiptStatus.UNKNOWN);
        assertThat(texts()).hasSize(1);
    }

    @Test
    void aLongMessageOfTheOperatorIsDividedLikeAnAnswer() {
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message("hello"));
        replica.wake();
        await().atMost(LIMIT).until(() -> texts().size() == 1);

        begin(run);
        send(run, "**word** ".repeat(1_000));

        await().atMost(LIMIT).until(() -> texts().size() >= 3);
        assertThat(fixture.telegram.messages(chat)).anyMatch(message -> message.has("entities"));
    }

    private TakeoverService.Outcome.Begun begin(DeliveredRun run) {
        return (TakeoverService.Outcome.Begun)
                get(takeovers.start(address(run), ADA, Instant.now().plusSeconds(60)));
    }

    private void send(DeliveredRun run, String text) {
        assertThat(get(takeovers.send(address(run), OperatorMessage.of("m", text), ADA)))
                .isInstanceOf(TakeoverService.Outcome.Sent.class);
    }

    private static DeliveryReceipt receipt(DeliveredRun run, int part) {
        return await().atMost(LIMIT)
                .until(() -> fixture.database.receipt(run, part), found -> found.isPresent())
                .orElseThrow();
    }

    private static List<String> texts() {
        return fixture.telegram.messages(chat).stream()
                .map(TakeoverAtTelegramTest::text)
                .toList();
    }

    private static String text(ObjectNode message) {
        return message.path("text").asText();
    }

    private static ConversationAddress address(DeliveredRun run) {
        return new ConversationAddress("demo", "bot", run.conversation(), null);
    }
}
