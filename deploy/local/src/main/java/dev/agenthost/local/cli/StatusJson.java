package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.box.BoxState;
import dev.agenthost.local.client.Workload;
import dev.agenthost.local.settings.BoxKeys;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import java.util.Optional;

/** The status as JSON for scripts; a change here breaks them. */
final class StatusJson {
    private StatusJson() {}

    static ObjectNode of(BoxState state, BoxKeys keys, Workload work, Optional<DeadLetterCounts> deadLetters) {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("running", true);
        json.put("ready", state.allReady());
        json.put("front_door", ReadyBanner.address(state));
        json.put("page", ReadyBanner.page(state, keys));
        json.put("api_key", keys.demoKey().key());
        json.put("operator_key", keys.operatorKey().key());
        keys.hostKey().ifPresent(host -> json.put("host_key", host.key()));
        json.put("workspace", keys.demoKey().workspace());
        json.putObject("runner")
                .put("address", "ws://127.0.0.1:" + state.frontPort() + "/runner/ws")
                .put("key", keys.runnerKey());
        json.put("broker", state.bootstrapServers());
        json.set("database", database(state.database(keys)));
        var processes = json.putArray("processes");
        for (var process : state.processes()) {
            processes
                    .addObject()
                    .put("name", process.name())
                    .put("replica", process.replica())
                    .put("port", process.port())
                    .put("pid", process.pid())
                    .put("ready", process.ready())
                    .put("started_at", process.startedAt())
                    .put("deaths", process.deaths());
        }
        json.set("work", WorkloadTable.json(work));
        deadLetters.ifPresentOrElse(
                counts -> counts.open().forEach(json.putObject("dead_letters")::put),
                () -> json.putNull("dead_letters"));
        return json;
    }

    private static ObjectNode database(DatabaseAddress database) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("jdbc_url", database.jdbcUrl())
                .put("reactive_url", database.reactiveUrl())
                .put("user", database.user())
                .put("password", database.password());
    }
}
