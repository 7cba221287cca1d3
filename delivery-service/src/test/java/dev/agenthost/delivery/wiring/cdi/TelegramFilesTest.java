package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.delivery.surface.telegram.ArtifactUpload;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.testkit.http.RecordedCall;
import dev.agenthost.testkit.telegram.TelegramFault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files of agents in chats, with the bytes of a store in memory. */
class TelegramFilesTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String NOTICE = "The file chart.bin is ready, but files cannot be sent to this chat.";

    @RegisterExtension
    static final TelegramFixture fixture = new TelegramFixture();

    private static long chat = 40_000;

    private final StoredArtifacts artifacts = new StoredArtifacts();

    @BeforeEach
    void newChat() {
        fixture.uploads = Optional.of(new ArtifactUpload(artifacts, Duration.ofSeconds(20)));
        chat++;
    }

    @ParameterizedTest
    @CsvSource({
        "image/png,sendPhoto,photo",
        "image/gif,sendAnimation,animation",
        "video/mp4,sendVideo,video",
        "audio/mpeg,sendAudio,audio",
        "audio/ogg,sendVoice,voice",
        "application/pdf,sendDocument,document",
        ",sendDocument,document"
    })
    void aFileIsSentWithItsBytesAsItsType(String type, String method, String parameter) {
        byte[] content = bytes(3 * StoredArtifacts.PIECE + 17);
        artifacts.put("a1", content);

        DeliveryReceipt receipt = send(InterruptedCalls.REPEAT, file(type, (long) content.length));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        RecordedCall call = fixture.telegram.calls(method).getLast();
        assertThat(call.parameters().path("chat_id").asLong()).isEqualTo(chat);
        assertThat(call.files().get(parameter)).isEqualTo(content);
        assertThat(shown()).hasSize(2);
        assertThat(shown().getLast().has(parameter)).isTrue();
    }

    @Test
    void aRefusedPhotoIsADocument() {
        artifacts.put("a1", bytes(100));
        fixture.telegram.failNext("sendPhoto", new TelegramFault.Refusal(400, "Bad Request: PHOTO_INVALID_DIMENSIONS"));

        assertThat(send(InterruptedCalls.REPEAT, file("image/png", 100L)).status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown().getLast().has("document")).isTrue();
        assertThat(shown()).hasSize(2);
    }

    @Test
    void aRefusedDocumentIsNamed() {
        artifacts.put("a1", bytes(100));
        fixture.telegram.failNext(
                "sendDocument", new TelegramFault.Refusal(400, "Bad Request: not enough rights to send documents"));

        assertThat(send(InterruptedCalls.REPEAT, file("text/plain", 100L)).status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("Here.", NOTICE);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 50_000_001})
    void aFileThatIsGoneEmptyOrTooLargeIsNamed(int size) {
        if (size >= 0) {
            artifacts.put("a1", new byte[size]);
        }

        assertThat(send(InterruptedCalls.REPEAT, file("text/plain", null)).status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts()).containsExactly("Here.", NOTICE);
    }

    @Test
    void aLargeFileOfADeclaredSizeIsNamedWithTheLimit() {
        assertThat(send(InterruptedCalls.REPEAT, file("text/plain", 60_000_000L))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(texts().getLast())
                .isEqualTo("The file chart.bin has 60 MB. Telegram accepts files of at most 50 MB.");
    }

    @ParameterizedTest
    @CsvSource({"0,REPEAT", "2,REPEAT", "0,LEAVE", "2,LEAVE"})
    void aStoreThatFailsIsReadAgainAndNothingIsSentTwice(int reads, InterruptedCalls policy) {
        artifacts.put("a1", bytes(4 * StoredArtifacts.PIECE));
        artifacts.failAfter(reads);
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = store(file("text/plain", 4L * StoredArtifacts.PIECE));

        replica.wake();
        await().atMost(LIMIT)
                .until(() -> fixture.database.number(
                                "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND NOT call_begun AND attempts = 1")
                        == 1);
        fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
        replica.wake();

        assertThat(receipt(run).status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(artifacts.failures()).isEqualTo(1);
        assertThat(shown()).hasSize(2);
        assertThat(shown().getLast().has("document")).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"REPEAT,DELIVERED,3", "LEAVE,UNKNOWN,2"})
    void anUploadInDoubtFollowsThePolicy(InterruptedCalls policy, ReceiptStatus status, int messages) {
        artifacts.put("a1", bytes(100));
        fixture.telegram.failNext("sendDocument", new TelegramFault.LostAnswer());
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = store(file("text/plain", 100L));

        replica.wake();
        if (policy == InterruptedCalls.REPEAT) {
            await().atMost(LIMIT)
                    .until(() -> fixture.database.number(
                                    "SELECT count(*) FROM delivery.sends WHERE status = 'pending' AND call_begun")
                            == 1);
            fixture.database.sql("UPDATE delivery.lanes SET next_at = now()");
            replica.wake();
        }

        assertThat(receipt(run).status()).isEqualTo(status);
        assertThat(shown()).hasSize(messages);
    }

    private static DeliveryReceipt send(InterruptedCalls policy, ArtifactCreated file) {
        SendReplica replica = fixture.replica(policy);
        DeliveredRun run = store(file);
        replica.wake();
        return receipt(run);
    }

    private static DeliveredRun store(ArtifactCreated file) {
        return fixture.store(TelegramFixture.chat(chat), file, DeliveredRun.message("Here."));
    }

    private static DeliveryReceipt receipt(DeliveredRun run) {
        await().atMost(LIMIT).until(() -> fixture.database.receipt(run, 1).isPresent());
        return fixture.database.receipt(run, 1).orElseThrow();
    }

    private static ArtifactCreated file(String type, Long size) {
        return new ArtifactCreated("file", "a1", type, "chart.bin", size, "0".repeat(64), null, null);
    }

    private static byte[] bytes(int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        return content;
    }

    private static List<ObjectNode> shown() {
        return fixture.telegram.messages(chat);
    }

    private static List<String> texts() {
        return shown().stream().map(message -> message.path("text").asText()).toList();
    }
}
