package dev.agenthost.delivery.wiring.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.surface.calls.InterruptedCalls;
import dev.agenthost.protocol.delivery.DeliveryReceipt;
import dev.agenthost.protocol.delivery.ReceiptStatus;
import dev.agenthost.protocol.result.ArtifactCreated;
import dev.agenthost.protocol.result.ResultPayload;
import dev.agenthost.testkit.wecom.WeComFault;
import dev.agenthost.testkit.wecom.WeComMessage;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files of agents at WeCom from the stored artifact to the person, with the scripted API. */
class WeComFilesTest {

    @RegisterExtension
    static final WeComFixture fixture = new WeComFixture();

    private static int next = 1000;

    private String user = "";

    @BeforeEach
    void newPerson() {
        user = "staff" + next++;
        fixture.weCom.clearFaults();
    }

    @ParameterizedTest
    @CsvSource({
        "image/png,chart.png,image,65536",
        "audio/amr,word.amr,voice,100",
        "video/mp4,clip.mp4,video,100",
        "application/pdf,report.pdf,file,6"
    })
    void aFileIsUploadedThenShown(String type, String name, String expected, int size) {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        fixture.artifacts.put("a1", content);

        assertThat(send(artifact("a1", type, name, size), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        WeComMessage file = shown().getLast();
        assertThat(file.type()).isEqualTo(expected);
        assertThat(fixture.weCom.uploaded(file.content().path("media_id").asText()))
                .isEqualTo(content);
    }

    @Test
    void aFileThatIsTooLargeIsNamed() {
        send(artifact("a1", "image/png", "chart.png", 21_000_000), DeliveredRun.message("Here."));

        assertThat(shown().getLast().text())
                .isEqualTo("The file chart.png has 21 MB. WeCom accepts files of at most 20 MB.");
    }

    /** Refused as an image and as a file, or not there any more. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatCannotBeShownIsNamed(boolean exists) {
        if (exists) {
            fixture.artifacts.put("a2", new byte[100]);
            fixture.weCom.failNext(new WeComFault.Pass());
            fixture.weCom.failNext(new WeComFault.Refusal(40004, "invalid media type"));
            fixture.weCom.failNext(new WeComFault.Refusal(40004, "invalid media type"));
        }

        DeliveryReceipt receipt =
                send(artifact(exists ? "a2" : "gone", "image/png", "chart.png", 100), DeliveredRun.message("Here."));

        assertThat(receipt.status()).isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown().getLast().text())
                .isEqualTo("The file chart.png is ready, but files cannot be sent to this chat.");
    }

    @ParameterizedTest
    @CsvSource({"1,image", "2,text"})
    void anUploadWhoseTokenIsRefusedIsRepeatedOnceThenNamed(int refusals, String type) {
        fixture.artifacts.put("a3", new byte[100]);
        fixture.weCom.failNext(new WeComFault.Pass());
        for (int i = 0; i < refusals; i++) {
            fixture.weCom.failNext(new WeComFault.Refusal(42001, "access_token expired"));
        }

        assertThat(send(artifact("a3", "image/png", "chart.png", 100), DeliveredRun.message("Here."))
                        .status())
                .isEqualTo(ReceiptStatus.DELIVERED);
        assertThat(shown()).extracting(WeComMessage::type).containsExactly("text", type);
    }

    private static ArtifactCreated artifact(String id, String type, String name, long size) {
        return new ArtifactCreated("file", id, type, name, size, "0".repeat(64), null, null);
    }

    private DeliveryReceipt send(ResultPayload... said) {
        return fixture.send(
                fixture.replica(InterruptedCalls.REPEAT),
                JsonNodeFactory.instance.objectNode().put("user_id", user),
                said);
    }

    private List<WeComMessage> shown() {
        return fixture.shown(user);
    }
}
