package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests parts of several calls whose replica dies before and after each record of a call; another replica continues them. */
class InterruptedCallsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int CALLS = 6;
    private static final int RECORDS = 2 * CALLS;

    @RegisterExtension
    static final TelegramFixture fixture = TelegramFixture.withoutRate();

    private static long chat = 100;

    @Test
    void repeatLosesNothingAndDoublesOnlyTheCallInDoubt() {
        int doubled = 0;
        for (int record = 0; record < RECORDS; record++) {
            for (CrashPoint point : CrashPoint.values()) {
                Outcome outcome = interrupt(InterruptedCalls.REPEAT, record, point);

                assertThat(outcome.lost()).as(point + " record " + record).isEmpty();
                assertThat(outcome.receipt().status()).isEqualTo(ReceiptStatus.DELIVERED);
                doubled += outcome.doubled();
            }
        }
        // Each call once: it was made, and its answer was not recorded.
        assertThat(doubled).isEqualTo(CALLS);
    }

    @Test
    void leaveDoublesNothingAndReportsTheCallInDoubt() {
        int lost = 0;
        int unknown = 0;
        for (int record = 0; record < RECORDS; record++) {
            for (CrashPoint point : CrashPoint.values()) {
                Outcome outcome = interrupt(InterruptedCalls.LEAVE, record, point);

                assertThat(outcome.doubled()).as(point + " record " + record).isZero();
                boolean isUnknown = outcome.receipt().status() == ReceiptStatus.UNKNOWN;
                assertThat(isUnknown || outcome.lost().isEmpty()).isTrue();
                if (isUnknown) {
                    assertThat(outcome.receipt().errorCode()).isEqualTo("bot.call_unknown");
                    assertThat(outcome.receipt().detail()).startsWith("1 of 6 calls");
                }
                lost += outcome.lost().size();
                unknown += isUnknown ? 1 : 0;
            }
        }
        // Each call once as begun and not made, and once as made and not recorded.
        assertThat(lost).isEqualTo(CALLS);
        assertThat(unknown).isEqualTo(2 * CALLS);
    }

    @ParameterizedTest
    @EnumSource(InterruptedCalls.class)
    void aReplicaThatLostItsClaimMakesNoFurtherCall(InterruptedCalls policy) {
        HeldRecords records = new HeldRecords(2);
        SendReplica one = fixture.replica(policy, records::on);
        SendReplica two = fixture.replica(policy);
        DeliveredRun run = fixture.store(TelegramFixture.chat(++chat), DeliveredRun.message(text()));
        one.wake();
        await().atMost(LIMIT).until(records::isHolding);
        one.isMarkedDead(two);
        two.inherit();
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());

        // The record of the next call is refused under the older epoch.
        records.release();

        await().atMost(LIMIT).until(records::wasRefused);
        assertThat(texts(chat)).doesNotHaveDuplicates().hasSize(CALLS);
    }

    @Test
    void twoReplicasMakeEachCallOnce() {
        SendReplica one = fixture.replica(InterruptedCalls.REPEAT);
        SendReplica two = fixture.replica(InterruptedCalls.REPEAT);
        Map<Long, DeliveredRun> runs = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            runs.put(++chat, fixture.store(TelegramFixture.chat(chat), DeliveredRun.message(text())));
        }

        one.wake();
        two.wake();

        runs.forEach((target, run) -> {
            await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
            assertThat(texts(target)).isSorted().doesNotHaveDuplicates().hasSize(CALLS);
        });
    }

    private Outcome interrupt(InterruptedCalls policy, int record, CrashPoint point) {
        fixture.database.empty();
        CrashingRecords crash = new CrashingRecords(record, point);
        SendReplica one = fixture.replica(policy, crash::on);
        SendReplica two = fixture.replica(policy);
        DeliveredRun run = fixture.store(TelegramFixture.chat(++chat), DeliveredRun.message(text()));
        one.wake();
        await().atMost(LIMIT).until(crash::hasHappened);
        one.isMarkedDead(two);
        two.inherit();
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
        return new Outcome(texts(chat), fixture.database.receipt(run, 1).orElseThrow());
    }

    /** A text that takes several messages, each of which names its place. */
    private static String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < CALLS; i++) {
            text.append("message ")
                    .append(i)
                    .append(' ')
                    .append("x".repeat(4000))
                    .append("\n\n");
        }
        return text.toString();
    }

    private static List<String> texts(long chat) {
        return fixture.telegram.messages(chat).stream()
                .map(InterruptedCallsTest::head)
                .toList();
    }

    private static String head(ObjectNode message) {
        return message.path("text").asText().substring(0, "message 0".length());
    }

    private record Outcome(List<String> texts, DeliveryReceipt receipt) {
        List<String> lost() {
            List<String> lost = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                if (!texts.contains("message " + i)) {
                    lost.add("message " + i);
                }
            }
            return lost;
        }

        int doubled() {
            assertThat(texts).isSorted();
            return texts.size() - new HashSet<>(texts).size();
        }
    }
}
