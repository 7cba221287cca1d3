package dev.agenthost.local.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.agenthost.local.client.ApiClient;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.security.KeyRole;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Manages the keys of the running box, over the public REST API with the host key. */
@Command(
        name = "keys",
        description = "Lists, makes and revokes keys of every workspace.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {KeysCommand.Listing.class, KeysCommand.Create.class, KeysCommand.Revoke.class})
public final class KeysCommand implements Callable<Integer> {
    private static final String PATH = "/api/v1/keys";

    @Override
    public Integer call() throws Exception {
        return new Listing().call();
    }

    @Command(
            name = "list",
            description = "Shows all keys, revoked ones too; never a secret.",
            mixinStandardHelpOptions = true)
    static final class Listing implements Callable<Integer> {
        private static final String ROW = "%-36s  %-16s  %-8s  %-24s  %-6s  %-20s  %s%n";

        @Override
        public Integer call() throws Exception {
            var door = KeyApiClient.ofRunningBox();
            if (door.isEmpty()) {
                return KeyApiClient.notRunning();
            }
            System.out.printf(ROW, "key", "workspace", "role", "name", "ends", "made", "revoked");
            String cursor = null;
            long shown = 0;
            do {
                JsonNode page =
                        door.get().call("GET", PATH + "?limit=100" + (cursor == null ? "" : "&cursor=" + cursor), null);
                page.path("items").forEach(Listing::print);
                shown += page.path("items").size();
                cursor = page.path("next_cursor").asText("");
            } while (!cursor.isEmpty());
            if (shown == 0) {
                System.out.println("There are no keys yet:  ./agenthost keys create NAME --role operator");
            }
            System.out.println(
                    "The box's own keys are not in this list, and cannot be revoked:  ./agenthost status --json");
            return CommandContext.OK;
        }

        private static void print(JsonNode key) {
            System.out.printf(
                    ROW,
                    key.path("key_id").asText(),
                    key.path("workspace_id").asText(),
                    key.path("role").asText(),
                    key.path("name").asText(),
                    key.path("last4").asText(),
                    seconds(key.path("created_at").asText()),
                    seconds(key.path("revoked_at").asText("")));
        }

        private static String seconds(String time) {
            return time.replaceFirst("\\.\\d+Z", "Z");
        }
    }

    @Command(
            name = "create",
            description = {
                "Creates a key and prints its secret, which cannot be shown again.",
                "The secret alone goes to standard output: KEY=$$(./agenthost keys create ...)"
            },
            mixinStandardHelpOptions = true)
    static final class Create implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "The name of the key.")
        private String name = "";

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                required = true,
                description = "viewer, operator, admin, adapter or runner.")
        private String role = "";

        @Option(
                names = "--workspace",
                paramLabel = "W",
                defaultValue = "demo",
                description = "The workspace of the key (default: ${DEFAULT-VALUE}).")
        private String workspace = "";

        @Option(names = "--bots", split = ",", paramLabel = "B", description = "Of an adapter's key: its bots, or *.")
        private @Nullable List<String> bots;

        @Option(
                names = "--plugins",
                split = ",",
                paramLabel = "P",
                description = "Of a runner's key: author/name, author/* or *.")
        private @Nullable List<String> plugins;

        @Option(
                names = "--workspaces",
                split = ",",
                paramLabel = "W",
                description = "Of a runner's key: the workspaces that it serves (default: its own workspace).")
        private @Nullable List<String> workspaces;

        @Override
        public Integer call() throws Exception {
            var door = KeyApiClient.ofRunningBox();
            if (door.isEmpty()) {
                return KeyApiClient.notRunning();
            }
            if (Stream.of(KeyRole.values()).noneMatch(known -> known.wire().equals(role))) {
                System.err.println(role + " is not a role: choose one of "
                        + Stream.of(KeyRole.values()).map(KeyRole::wire).collect(Collectors.joining(", ")) + ".");
                return CommandContext.FAILED;
            }
            var wish = ProtocolCodec.mapper()
                    .createObjectNode()
                    .put("name", name)
                    .put("role", role)
                    .put("workspace_id", workspace);
            put(wish, "bots", bots);
            put(wish, "plugins", plugins);
            put(wish, "workspaces", workspaces);
            JsonNode made = door.get().call("POST", PATH, wish);
            System.out.println(made.path("secret").asText());
            System.out.flush();
            System.err.printf(
                    "This is the secret of key \"%s\" (%s of workspace %s). Store it: it is shown only now.%n"
                            + "It is valid within seconds. To revoke it:  ./agenthost keys revoke %s%n",
                    name, role, workspace, made.path("key_id").asText());
            return CommandContext.OK;
        }

        private static void put(ObjectNode wish, String field, @Nullable List<String> values) {
            if (values != null) {
                values.forEach(wish.withArray(field)::add);
            }
        }
    }

    @Command(
            name = "revoke",
            description = "Revokes a key; every service refuses it within seconds.",
            mixinStandardHelpOptions = true)
    static final class Revoke implements Callable<Integer> {
        @Parameters(paramLabel = "KEY", description = "The key's id, as list shows it.")
        private String key = "";

        @Override
        public Integer call() throws Exception {
            var door = KeyApiClient.ofRunningBox();
            if (door.isEmpty()) {
                return KeyApiClient.notRunning();
            }
            door.get().call("DELETE", PATH + "/" + ApiClient.encoded(key), null);
            System.out.println("Revoked. Every service refuses it within seconds; it stays in the list.");
            return CommandContext.OK;
        }
    }
}
