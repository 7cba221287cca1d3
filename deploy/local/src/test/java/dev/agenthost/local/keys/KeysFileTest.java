package dev.agenthost.local.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysFileTest {
    @TempDir
    Path home;

    @Test
    void keysAreMadeOnceAndKept() throws Exception {
        var file = home.resolve("keys.json");
        var made = KeysFile.openOrMake(file);
        assertThat(KeysFile.openOrMake(file)).isEqualTo(made);
        assertThat(made.demoKey().key()).startsWith("ah_demo_");
        assertThat(made.runnerKey()).hasSizeGreaterThanOrEqualTo(32);
    }

    @Test
    void onlyTheOwnerMayReadThem() throws Exception {
        var file = home.resolve("keys.json");
        KeysFile.openOrMake(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file)).contains("\"runner_key\"").contains("\"api_keys\"");
    }

    @Test
    void brokenFileIsNotOverwritten() throws Exception {
        var file = home.resolve("keys.json");
        Files.writeString(file, "{\"api_keys\":[");
        assertThatThrownBy(() -> KeysFile.openOrMake(file)).hasMessageContaining("keys.json");
        assertThat(file).hasContent("{\"api_keys\":[");
    }

    @Test
    void keysAreNotPrinted() throws Exception {
        var keys = KeysFile.openOrMake(home.resolve("keys.json"));
        assertThat(keys.toString() + keys.demoKey())
                .doesNotContain(keys.demoKey().key(), keys.runnerKey());
    }
}
