package dev.agenthost.platform.egress.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgressSocketClientTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final AddressPolicy LOOPBACK = new AddressPolicy(false, AllowList.parse(List.of("127.0.0.1/32")));
    private static final int LARGEST = 64 * 1024;

    private final List<String> hosts = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @TempDir
    Path directory;

    @AfterEach
    void stopServer() throws Exception {
        if (server != null) {
            server.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        }
    }

    @AfterAll
    static void stop() {
        VERTX.close();
    }

    @Test
    void theJudgedAddressIsCalledUnderTheNameOfTheHost() throws Exception {
        serve(new HttpServerOptions());
        var sockets = client(host -> List.of(InetAddress.getByName("127.0.0.1")), LOOPBACK);

        assertThat(open(sockets, "ws://rebound.example:" + server.actualPort() + "/a?b=c"))
                .isInstanceOf(WebSocketResult.Opened.class);
        assertThat(hosts).containsExactly("rebound.example:" + server.actualPort() + " /a?b=c");
    }

    @Test
    void aPrivateAddressIsForbiddenAndNotCalled() throws Exception {
        serve(new HttpServerOptions());
        var sockets = client(HostResolver::here, new AddressPolicy(false));

        assertThat(open(sockets, "ws://127.0.0.1:" + server.actualPort() + "/"))
                .isInstanceOf(WebSocketResult.Forbidden.class);
        assertThat(hosts).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1/", "ws:/a", "wss://u:p@host/", "ws://2130706433/", "file:///etc", ""})
    void anotherAddressIsInvalid(String url) throws Exception {
        assertThat(open(client(HostResolver::here, LOOPBACK), url)).isInstanceOf(WebSocketResult.Invalid.class);
    }

    @Test
    void aRejectionHasStatusAndHeaders() throws Exception {
        server = VERTX.createHttpServer()
                .requestHandler(request -> request.response()
                        .putHeader("Handshake-Status", "514")
                        .setStatusCode(400)
                        .end())
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);

        assertThat(open(client(HostResolver::here, LOOPBACK), "ws://127.0.0.1:" + server.actualPort() + "/"))
                .isInstanceOfSatisfying(WebSocketResult.Rejected.class, rejected -> {
                    assertThat(rejected.status()).isEqualTo(400);
                    assertThat(rejected.headers()).containsEntry("handshake-status", "514");
                });
    }

    @Test
    void withoutAServerTheHostIsUnreachable() throws Exception {
        assertThat(open(client(HostResolver::here, LOOPBACK), "ws://127.0.0.1:1/"))
                .isInstanceOf(WebSocketResult.Unreachable.class);
    }

    @Test
    void aMessageOverTheLimitBreaksTheConnection() throws Exception {
        List<Throwable> broken = new CopyOnWriteArrayList<>();
        server = VERTX.createHttpServer()
                .webSocketHandler(socket -> socket.writeBinaryMessage(Buffer.buffer(new byte[LARGEST + 1])))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);

        var sockets = client(HostResolver::here, LOOPBACK);
        sockets.open("ws://127.0.0.1:" + server.actualPort() + "/").onSuccess(result -> {
            var socket = ((WebSocketResult.Opened) result).socket();
            socket.exceptionHandler(broken::add);
            socket.binaryMessageHandler(message -> {});
        });

        await().atMost(Duration.ofSeconds(10)).until(() -> !broken.isEmpty());
    }

    @Test
    void withTlsTheNameOfTheCertificateIsChecked() throws Exception {
        serve(tls("localhost"));
        assertThat(open(trusting("localhost"), "wss://localhost:" + server.actualPort() + "/"))
                .isInstanceOf(WebSocketResult.Opened.class);
        assertThat(hosts).hasSize(1);
    }

    @Test
    void withTlsNoRequestIsWrittenToAServerThatCannotProveItsName() throws Exception {
        serve(tls("other.example"));

        assertThat(open(trusting("other.example"), "wss://localhost:" + server.actualPort() + "/"))
                .isInstanceOf(WebSocketResult.Unreachable.class);
        assertThat(hosts).isEmpty();
    }

    private void serve(HttpServerOptions options) throws Exception {
        server = VERTX.createHttpServer(options)
                .webSocketHandler(socket -> hosts.add(socket.headers().get("Host") + " " + socket.uri()))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    private static EgressSocketClient client(HostResolver lookup, AddressPolicy rules) {
        return new EgressSocketClient(
                VERTX, lookup, rules, LARGEST, Duration.ofSeconds(5), new WebSocketClientOptions());
    }

    private EgressSocketClient trusting(String name) {
        return new EgressSocketClient(
                VERTX,
                host -> List.of(InetAddress.getByName("127.0.0.1")),
                new AddressPolicy(true),
                LARGEST,
                Duration.ofSeconds(5),
                new WebSocketClientOptions().setTrustOptions(keys(name)));
    }

    private HttpServerOptions tls(String name) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "SAN=dns:" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "password",
                        "-keystore",
                        directory.resolve(name).toString())
                .redirectErrorStream(true)
                .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        return new HttpServerOptions().setSsl(true).setPfxKeyCertOptions(keys(name));
    }

    private PfxOptions keys(String name) {
        return new PfxOptions().setPath(directory.resolve(name).toString()).setPassword("password");
    }

    private static WebSocketResult open(EgressSocketClient sockets, String url) throws Exception {
        return sockets.open(url).toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }
}
