package dev.agenthost.local.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.protocol.json.ProtocolCodec;
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
        assertThat(made.demoKey().key()).matches("ah_admin_[A-Za-z0-9_-]{43}");
        assertThat(made.operatorKey().key()).matches("ah_operator_[A-Za-z0-9_-]{43}");
        assertThat(made.hostKey())
                .hasValueSatisfying(host -> assertThat(host.workspace()).isEqualTo("*"));
        assertThat(made.runnerKey()).hasSizeGreaterThanOrEqualTo(32);
    }

    @Test
    void aFileOfBeforeRolesKeepsItsKeysAndIsGivenTheMissingOnes() throws Exception {
        var file = home.resolve("keys.json");
        var made = KeysFile.openOrMake(file);
        var old = ProtocolCodec.mapper().readTree(file.toFile());
        var first = (ObjectNode) old.withArray("api_keys").get(0);
        first.remove("role");
        ((ObjectNode) old).putArray("api_keys").add(first);
        Files.writeString(file, old.toString());

        var opened = KeysFile.openOrMake(file);

        assertThat(opened.demoKey()).isEqualTo(made.demoKey());
        assertThat(opened.apiKeys()).hasSize(3);
        assertThat(KeysFile.openOrMake(file)).isEqualTo(opened);
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
