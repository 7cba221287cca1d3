package dev.agenthost.local.settings;

import dev.agenthost.protocol.security.KeyRole;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * All secrets of one box, stored in {@code keys.json}.
 *
 * @param apiKeys for people and programs; the first is the demo's
 * @param runnerKey for connections of runners
 * @param internalKey between services
 * @param streamTokenKey base64; signs the addresses of live streams
 * @param cursorKey base64; signs the cursors of pages
 * @param webhookSecret signs requests to webhooks; services know it by the name {@code demo-webhook}
 * @param databasePassword of the PostgreSQL superuser
 */
public record BoxKeys(
        List<WorkspaceKey> apiKeys,
        String runnerKey,
        String internalKey,
        String streamTokenKey,
        String cursorKey,
        String webhookSecret,
        String databasePassword) {

    /** The workspace and the bot that are there from the start. */
    public static final String DEMO = "demo";

    private static final String OPERATOR = "demo-operator";
    private static final String HOST = "host";

    /** The name by which a binding refers to the webhook secret. */
    public static final String WEBHOOK_SECRET_NAME = "demo-webhook";

    public BoxKeys {
        apiKeys = List.copyOf(apiKeys);
        if (apiKeys.isEmpty()) {
            throw new IllegalArgumentException("keys.json names no API key");
        }
    }

    /** New keys, of 256 bits each. */
    public static BoxKeys fresh(SecureRandom random) {
        return new BoxKeys(
                List.of(
                        key(DEMO, DEMO, KeyRole.ADMIN, random),
                        key(OPERATOR, DEMO, KeyRole.OPERATOR, random),
                        key(HOST, WorkspaceKey.EVERY, KeyRole.ADMIN, random)),
                "ahr_" + hex(random, 32),
                "ahi_" + hex(random, 32),
                base64(random),
                base64(random),
                hex(random, 32),
                hex(random, 32));
    }

    /** These keys, completed by those that a file of an earlier version lacks. */
    BoxKeys completed(SecureRandom random) {
        var keys = new ArrayList<>(apiKeys);
        if (find(OPERATOR).isEmpty()) {
            keys.add(key(OPERATOR, demoKey().workspace(), KeyRole.OPERATOR, random));
        }
        if (find(HOST).isEmpty()) {
            keys.add(key(HOST, WorkspaceKey.EVERY, KeyRole.ADMIN, random));
        }
        return keys.size() == apiKeys.size()
                ? this
                : new BoxKeys(keys, runnerKey, internalKey, streamTokenKey, cursorKey, webhookSecret, databasePassword);
    }

    /** The admin key, used by {@code send}, the demo and administrators of the workspace. */
    public WorkspaceKey demoKey() {
        return apiKeys.getFirst();
    }

    /** The key for the page in a browser: it may read, send and cancel. */
    public WorkspaceKey operatorKey() {
        return find(OPERATOR).orElseGet(this::demoKey);
    }

    /** Makes keys for every workspace, and does nothing else. */
    public Optional<WorkspaceKey> hostKey() {
        return find(HOST);
    }

    private Optional<WorkspaceKey> find(String name) {
        return apiKeys.stream().filter(key -> key.name().equals(name)).findFirst();
    }

    private static WorkspaceKey key(String name, String workspace, KeyRole role, SecureRandom random) {
        var secret = "ah_" + role.wire() + "_"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(random, 32));
        return new WorkspaceKey(name, workspace, role, secret);
    }

    private static String hex(SecureRandom random, int bytes) {
        return HexFormat.of().formatHex(bytes(random, bytes));
    }

    private static String base64(SecureRandom random) {
        return Base64.getEncoder().encodeToString(bytes(random, 32));
    }

    private static byte[] bytes(SecureRandom random, int count) {
        var bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Omits all keys, which a record would print into a log. */
    @Override
    public String toString() {
        return "BoxKeys[" + apiKeys.size() + " API keys]";
    }
}
