package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.testkit.telegram.TelegramFault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests texts that Telegram refuses as too long. */
class LongTextsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @RegisterExtension
    static final TelegramFixture fixture = new TelegramFixture();

    private static long chat = 70_000;

    @BeforeEach
    void newChat() {
        fixture.telegram.limitTexts(700);
        chat++;
    }

    @ParameterizedTest
    @EnumSource(InterruptedCalls.class)
    void aTextThatTelegramFindsTooLongIsDividedAndLosesNothing(InterruptedCalls policy) {
        String text = words(2_500);
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message(text));

        replica.wake();

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(String.join(" ", shown())).isEqualTo(text);
        assertThat(shown()).hasSizeGreaterThan(3).allMatch(part -> part.length() <= 700);
    }

    /** Telegram asks to wait between two pieces of one message. */
    @ParameterizedTest
    @EnumSource(InterruptedCalls.class)
    void aDividedTextGoesOnAtItsNextPiece(InterruptedCalls policy) {
        String text = words(1_000);
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message(text));
        fixture.telegram.failNext("sendMessage", new TelegramFault.Pass());
        fixture.telegram.failNext("sendMessage", new TelegramFault.Pass());
        fixture.telegram.failNext("sendMessage", new TelegramFault.TooManyRequests(300));
        replica.wake();
        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND call_piece = 1")
                        == 1);
        assertThat(shown()).hasSize(1);

        fixture.database.sql("UPDATE delivery.call_rates SET used_until = 'epoch'");
        fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
        replica.wake();

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).hasSize(2);
        assertThat(String.join(" ", shown())).isEqualTo(text);
    }

    @Test
    void aPieceInDoubtIsLeftAndTheOthersFollow() {
        String text = words(1_300);
        SendReplica replica = fixture.replica(InterruptedCalls.LEAVE);
        DeliveredRun run = fixture.store(TelegramFixture.chat(chat), DeliveredRun.message(text));
        fixture.telegram.failNext("sendMessage", new TelegramFault.Pass());
        fixture.telegram.failNext("sendMessage", new TelegramFault.LostAnswer());
        replica.wake();

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.UNKNOWN);
        assertThat(receipt(run).detail()).startsWith("1 of 1 calls");
        assertThat(String.join(" ", shown())).isEqualTo(text);
    }

    private static String words(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < length; i++) {
            text.append(i == 0 ? "" : " ").append("word").append(i);
        }
        return text.toString();
    }

    private static List<String> shown() {
        return fixture.telegram.messages(chat).stream()
                .map(message -> message.path("text").asText())
                .toList();
    }

    private static DeliveryReceipt receipt(DeliveredRun run) {
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
        return fixture.database.receipt(run, 1).orElseThrow();
    }
}
