package dev.agenthost.local.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.local.model.ChatModel;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.io.StringReader;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ServiceSettingsTest {
    private final BoxKeys keys = BoxKeys.fresh(new SecureRandom());
    private final ServiceEnvironment box = new ServiceEnvironment(
            "127.0.0.1:1",
            new DatabaseAddress(2, "agenthost", "postgres", "pw"),
            "http://127.0.0.1:3",
            "http://127.0.0.1:5",
            "http://127.0.0.1:6",
            "http://127.0.0.1:7",
            keys,
            new ChatModel.Named("https://models.example/v1", "m", "mk"));

    @Test
    void everyServiceIsBoundToLoopbackAndKnowsKeysByDigestOnly() {
        for (var service : Service.values()) {
            var settings = ServiceSettings.of(service, 4, box);
            assertThat(settings)
                    .containsEntry("quarkus.http.host", "127.0.0.1")
                    .containsEntry("quarkus.http.port", "4")
                    .containsEntry("agenthost.api-keys.\"demo\".workspace", "demo")
                    .containsEntry("agenthost.api-keys.\"demo-operator\".role", "operator")
                    .containsEntry("agenthost.api-keys.\"host\".workspace", "*");
            keys.apiKeys().forEach(key -> assertThat(settings.values()).doesNotContain(key.key()));
            assertThat(settings.values()).doesNotContain(keys.runnerKey());
            assertThat(settings.get("agenthost.api-keys.\"demo\".sha256")).matches("[0-9a-f]{64}");
        }
    }

    @Test
    void secretsGoOnlyToThoseWhoNeedThem() {
        assertThat(holders(keys.streamTokenKey())).containsOnlyKeys(Service.EVENT_GATEWAY, Service.DELIVERY_SERVICE);
        assertThat(holders(keys.cursorKey())).containsOnlyKeys(Service.CONTEXT_STORE);
        assertThat(holders(keys.webhookSecret())).containsOnlyKeys(Service.DELIVERY_SERVICE);
        assertThat(holders("mk")).containsOnlyKeys(Service.RUN_ORCHESTRATOR);
        assertThat(holders("pw")).hasSize(5);
    }

    @Test
    void theBoxesRunnerServesNoWorkspaceForTheHostKey() {
        assertThat(ServiceSettings.of(Service.RUN_ORCHESTRATOR, 4, box))
                .containsEntry("agenthost.runner-keys.\"local\".workspaces", "demo");
    }

    @Test
    void digestIsThatOfTheUtf8Key() {
        assertThat(KeyHash.hex("abc")).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    @Property
    void whatIsWrittenIsReadBack(@ForAll String name, @ForAll String value) throws Exception {
        var read = new Properties();
        read.load(new StringReader(PropertiesText.of(Map.of("x" + name, value))));
        assertThat(read).isEqualTo(Map.of("x" + name, value));
    }

    private Map<Service, String> holders(String secret) {
        var holders = new HashMap<Service, String>();
        for (var service : Service.values()) {
            ServiceSettings.of(service, 4, box).forEach((name, value) -> {
                if (value.equals(secret)) {
                    holders.put(service, name);
                }
            });
        }
        return holders;
    }
}
