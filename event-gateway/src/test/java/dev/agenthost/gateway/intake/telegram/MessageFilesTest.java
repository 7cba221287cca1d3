package dev.agenthost.gateway.intake.telegram;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import dev.agenthost.gateway.attachment.Attachment;
import dev.agenthost.gateway.attachment.AttachmentClient;
import dev.agenthost.gateway.attachment.AttachmentProblem;
import dev.agenthost.gateway.attachment.AttachmentResult;
import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.attachment.MessageFiles;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.im.telegram.inbound.TelegramFile;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.hostapi.ArtifactMetadata;
import dev.agenthost.testkit.telegram.ScriptedTelegram;
import dev.agenthost.testkit.telegram.TelegramFault;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of messages, from a scripted Telegram over HTTP. */
class MessageFilesTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] PHOTO = {1, 2, 3, 4};
    private static final Map<String, String> SECRETS = Map.of("TOKEN", PollingReplica.TOKEN);

    private final List<Attachment> stored = Collections.synchronizedList(new ArrayList<>());
    private ScriptedTelegram telegram;

    @BeforeEach
    void start() throws Exception {
        telegram = new ScriptedTelegram(PollingReplica.TOKEN, "shop_bot");
        telegram.offer("photo", PHOTO);
    }

    @AfterEach
    void stop() {
        telegram.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aFileIsStoredAndTheEventRefersToIt() throws Exception {
        ObjectNode event = attached(file("photo", 4L), this::accepted);

        assertThat(stored).singleElement().satisfies(attachment -> {
            assertThat(attachment.content()).isEqualTo(PHOTO);
            assertThat(attachment.conversationId()).isEqualTo("5001");
            assertThat(attachment.artifactType()).isEqualTo("image");
            assertThat(attachment.name()).isEqualTo("photo");
        });
        JsonNode reference = event.path("input").path("attachments").path(0);
        assertThat(reference.path("artifact_id").asText()).isEqualTo("artifact-1");
        assertThat(reference.path("source").asText()).isEqualTo("platform");
        assertThat(reference.path("id").asText()).isEqualTo("unique");
        assertThat(problem(event)).isNull();
    }

    @Test
    void aRepeatedUpdateHasTheSameUpload() throws Exception {
        attached(file("photo", 4L), this::accepted);
        attached(file("photo", 4L), this::accepted);

        assertThat(stored).hasSize(2);
        assertThat(stored.get(0).uploadId()).isEqualTo(stored.get(1).uploadId());
    }

    @Test
    void aFileThatIsTooLargeIsNotFetched() throws Exception {
        assertThat(problem(attached(file("photo", 20L * 1024 * 1024 + 1), this::accepted)))
                .isEqualTo("too_large");
        assertThat(telegram.calls("getFile")).isEmpty();
    }

    @Test
    void aFileThatTelegramDoesNotServeIsTooLarge() throws Exception {
        telegram.offer("film", new byte[20_000_001]);

        assertThat(problem(attached(file("film", null), this::accepted))).isEqualTo("too_large");
    }

    @Test
    void aFileThatTelegramRefusesIsNamed() throws Exception {
        assertThat(problem(attached(file("unknown", 4L), this::accepted))).isEqualTo("refused");
    }

    @Test
    void aRedirectIsNotFollowed() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        HttpServer elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", exchange -> requests.incrementAndGet());
        elsewhere.start();
        telegram.redirect("photo", "http://127.0.0.1:" + elsewhere.getAddress().getPort() + "/");

        assertThat(problem(attached(file("photo", 4L), this::accepted))).isEqualTo("leads_elsewhere");
        assertThat(requests).hasValue(0);
        elsewhere.stop(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/var/lib/telegram/photo",
                "../photo",
                "a/../photo",
                "http://10.0.0.1/photo",
                "a b",
                "photo?x",
                ""
            })
    void aPathThatLeavesTheServerIsNotCalled(String path) throws Exception {
        telegram.relocate("photo", path);

        assertThat(problem(attached(file("photo", 4L), this::accepted))).isEqualTo("leads_elsewhere");
    }

    @Test
    void aServerInAPrivateNetworkIsNotCalled() throws Exception {
        assertThat(problem(attached(file("photo", 4L), this::accepted, false))).isEqualTo("leads_elsewhere");
        assertThat(telegram.calls("getFile")).isEmpty();
    }

    @Test
    void aKindThatIsRefusedIsNamed() throws Exception {
        assertThat(problem(attached(
                        file("photo", 4L), any -> new AttachmentResult.Refused(AttachmentProblem.UNSUPPORTED_TYPE))))
                .isEqualTo("unsupported_type");
    }

    @Test
    void outagesAreRetriedWithinTheTime() throws Exception {
        telegram.failNext("getFile", new TelegramFault.ServerError());
        telegram.failNext("getFile", new TelegramFault.LostCall());
        AtomicInteger tries = new AtomicInteger();

        ObjectNode event = attached(
                file("photo", 4L),
                attachment ->
                        tries.incrementAndGet() == 1 ? new AttachmentResult.Unavailable("503") : accepted(attachment));

        assertThat(problem(event)).isNull();
        assertThat(tries).hasValue(2);
    }

    @Test
    void anEventGoesOutWithoutAFileThatIsNotThereInTime() throws Exception {
        ObjectNode event = attached(file("photo", 4L), any -> new AttachmentResult.Unavailable("503"));

        assertThat(problem(event)).isEqualTo("unavailable");
        assertThat(event.path("input").has("attachments")).isFalse();
    }

    @Test
    void theTokenIsNotInTheEvent() throws Exception {
        for (String fileId : List.of("photo", "unknown")) {
            assertThat(attached(file(fileId, 4L), this::accepted).toString()).doesNotContain("AAF-secret");
        }
    }

    @Test
    void withoutATokenOrAStoreTheFileIsNamed() throws Exception {
        ObjectNode withoutStore = event();
        MessageFile photo = downloads(true, SECRETS).file(PollingReplica.BOT, file("photo", 4L));
        files(null, Duration.ofSeconds(2)).attach(PollingReplica.BOT, withoutStore, List.of(photo));
        ObjectNode withoutToken = event();
        MessageFile unreadable = downloads(true, Map.of()).file(PollingReplica.BOT, file("photo", 4L));
        files(any -> CompletableFuture.completedFuture(accepted(any)), Duration.ofSeconds(2))
                .attach(PollingReplica.BOT, withoutToken, List.of(unreadable));

        assertThat(problem(withoutStore)).isEqualTo("not_configured");
        assertThat(problem(withoutToken)).isEqualTo("not_configured");
    }

    private ObjectNode attached(TelegramFile file, Store store) throws InterruptedException {
        return attached(file, store, true);
    }

    private ObjectNode attached(TelegramFile file, Store store, boolean isPrivateAllowed) throws InterruptedException {
        ObjectNode event = event();
        files(attachment -> CompletableFuture.completedFuture(store.store(attachment)), Duration.ofSeconds(4))
                .attach(
                        PollingReplica.BOT,
                        event,
                        List.of(downloads(isPrivateAllowed, SECRETS).file(PollingReplica.BOT, file)));
        return event;
    }

    private interface Store {
        AttachmentResult store(Attachment attachment);
    }

    private AttachmentResult accepted(Attachment attachment) {
        stored.add(attachment);
        return new AttachmentResult.Stored(new ArtifactMetadata(
                "artifact-1",
                attachment.artifactType(),
                attachment.mimeType(),
                attachment.name(),
                (long) attachment.content().length,
                null,
                "upload",
                attachment.conversationId(),
                null,
                null,
                null,
                null,
                JsonNodeFactory.instance.objectNode()));
    }

    private static MessageFiles files(@Nullable AttachmentClient store, Duration timeout) {
        return new MessageFiles(store, 1, timeout, System::nanoTime, warning -> {});
    }

    private TelegramDownloads downloads(boolean isPrivateAllowed, Map<String, String> secrets) {
        var egress = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        return new TelegramDownloads(
                new TelegramClient(egress, telegram.baseUrl(), Duration.ofSeconds(2)),
                new BotTokens(new Secrets(secrets)));
    }

    private static ObjectNode event() {
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("event_id", "77")
                .put("conversation_id", "5001")
                .putObject("input")
                .put("text", "what is this?");
        event.putObject("data").putArray("files").addObject().put("kind", "photo");
        return event;
    }

    private static TelegramFile file(String fileId, @Nullable Long size) {
        return new TelegramFile("photo", fileId, "unique", "image/jpeg", null, size);
    }

    private static @Nullable String problem(ObjectNode event) {
        return event.path("data").path("files").path(0).path("unavailable").textValue();
    }
}
