package dev.agenthost.orchestrator.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.result.ArtifactCreated;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Results that are large, and artifacts that come inside of them. */
class LargeResultTest extends IntakeOfOneRun {
    @Test
    void dropsAnOversizedResultButNotTheEndOfTheRun() {
        Taken taken = intake.take(frame("message.completed", "{}"), true);
        assertThat(said(taken)).isEmpty();
        assertThat(taken.warnings()).hasSize(1);

        assertThat(failure(intake.take(frame("run.completed", "{}"), true)).code())
                .isEqualTo("payload_too_large");
    }

    @Test
    void measuresAResultWithoutItsInlineArtifact() {
        String megabyte = "x".repeat(1024 * 1024);
        assertThat(ResultSize.exceeds(frame("message.completed", message(megabyte)), 2_000_000))
                .isTrue();
        assertThat(ResultSize.exceeds(frame("message.completed", message("x".repeat(1000_000))), 2_000_000))
                .isFalse();
        assertThat(ResultSize.exceeds(
                        frame(
                                "artifact.created",
                                "{\"artifact_type\":\"file\",\"content_base64\":\"" + megabyte + "\"}"),
                        2_000_000))
                .isFalse();
        // LangBot's SDK escapes what is not ASCII: six characters on the wire for three bytes.
        assertThat(ResultSize.exceeds(frame("message.completed", message("好".repeat(300_000))), 1_800_000))
                .isFalse();
    }

    @Test
    void publishesAnArtifactWithoutItsBytesButMeasured() {
        String content = Base64.getEncoder().encodeToString("hello".getBytes(StandardCharsets.UTF_8));
        Taken taken = take(
                "artifact.created",
                "{\"artifact_type\":\"file\",\"content_base64\":\"" + content + "\",\"size_bytes\":9}");

        assertThat(((Taken.Passes) taken).results().getFirst().payload())
                .isInstanceOfSatisfying(ArtifactCreated.class, artifact -> {
                    assertThat(artifact.contentBase64()).isNull();
                    assertThat(artifact.sizeBytes()).isEqualTo(5);
                    assertThat(artifact.sha256())
                            .isEqualTo("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
                });
        assertThat(taken.warnings()).hasSize(1);
    }

    @Test
    void dropsAnArtifactThatIsNoneOrTooLarge() {
        String large = Base64.getEncoder().encodeToString(new byte[InlineArtifact.MOST_BYTES + 1]);
        assertThat(said(take("artifact.created", "{\"artifact_type\":\"file\",\"content_base64\":\"***\"}")))
                .isEmpty();
        assertThat(said(take("artifact.created", "{\"artifact_type\":\"file\",\"content_base64\":\"" + large + "\"}")))
                .isEmpty();
    }
}
