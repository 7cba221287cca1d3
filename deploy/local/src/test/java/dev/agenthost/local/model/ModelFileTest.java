package dev.agenthost.local.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFileTest {
    @TempDir
    Path directory;

    @Test
    void aFileThatWasWrittenAfterTheStartIsNewer() throws Exception {
        Path file = Files.writeString(directory.resolve("model.properties"), "name=m");
        Instant written = Files.getLastModifiedTime(file).toInstant();
        assertThat(ModelFile.isNewer(file, written.minusSeconds(1))).isTrue();
        assertThat(ModelFile.isNewer(file, written)).isFalse();
        assertThat(ModelFile.isNewer(directory.resolve("none"), Instant.EPOCH)).isFalse();
    }

    @Test
    void withoutTheFileNothingIsNamed() throws Exception {
        assertThat(ModelFile.read(directory.resolve("model.properties"))).isEmpty();
    }

    @Test
    void twoLinesSuffice() throws Exception {
        assertThat(read("name=gpt-5-mini\nkey=sk-1\n"))
                .contains(new ChatModel.Named("https://api.openai.com/v1", "gpt-5-mini", "sk-1"));
        assertThat(read("name=qwen3\nurl=http://127.0.0.1:11434/v1\n"))
                .contains(new ChatModel.Named("http://127.0.0.1:11434/v1", "qwen3", null));
    }

    @Test
    void whatIsWrongIsSaidAndTheKeyIsNot() {
        assertThatThrownBy(() -> read("key=sk-1\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name must be")
                .hasMessageNotContaining("sk-1");
        assertThatThrownBy(() -> read("name=a\nmodel=b\nkey=sk-1"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has model, and may have name, url and key only")
                .hasMessageNotContaining("sk-1");
        assertThatThrownBy(() -> read("name=a\nurl=api.openai.com"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("url must be an http or https address");
        assertThat(new ChatModel.Named("u", "n", "sk-1").toString()).doesNotContain("sk-1");
    }

    private Optional<ChatModel> read(String text) throws IOException {
        return ModelFile.read(Files.writeString(directory.resolve("model.properties"), text));
    }
}
