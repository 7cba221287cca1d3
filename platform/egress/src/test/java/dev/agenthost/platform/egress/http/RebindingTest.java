package dev.agenthost.platform.egress.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests DNS rebinding: each call resolves its name once, and calls exactly the addresses that were checked. */
class RebindingTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** The address of the server. */
    private static final String HERE = "127.0.0.1";
    /** An address without a server. */
    private static final String ELSEWHERE = "127.0.0.2";

    private final List<String> lookups = new CopyOnWriteArrayList<>();
    private final Deque<List<InetAddress>> leads = new ArrayDeque<>();
    private final List<String> hosts = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @BeforeEach
    void aServerOnThisMachine() throws IOException {
        server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
        server.createContext("/", exchange -> {
            hosts.add(exchange.getRequestHeaders().getFirst("Host"));
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void itStops() {
        server.stop(0);
    }

    @AfterAll
    static void stop() {
        VERTX.close();
    }

    @Test
    void theJudgedAddressIsCalledThoughTheNameLeadsElsewhereByThen() {
        leadsTo(HERE);
        leadsTo(ELSEWHERE);

        assertThat(call(letThrough(HERE))).isInstanceOf(HttpCallResult.Answered.class);
        assertThat(lookups).containsExactly("rebound.example");
        assertThat(hosts).containsExactly("rebound.example:" + port());
    }

    @Test
    void aNameThatLeadsInsideOnceItIsJudgedReachesNothingThere() {
        leadsTo(ELSEWHERE);
        leadsTo(HERE);

        assertThat(call(letThrough(ELSEWHERE))).isInstanceOf(HttpCallResult.Unreachable.class);
        assertThat(lookups).hasSize(1);
        assertThat(hosts).isEmpty();
    }

    /** The second call does not reuse the kept connection of the first. */
    @Test
    void eachCallIsJudgedByWhereItsNameLeadsThen() {
        leadsTo(HERE);
        leadsTo(ELSEWHERE);
        EgressClient outbound = letThrough(HERE);

        assertThat(call(outbound)).isInstanceOf(HttpCallResult.Answered.class);
        assertThat(call(outbound)).isInstanceOf(HttpCallResult.Forbidden.class);
        assertThat(lookups).hasSize(2);
        assertThat(hosts).hasSize(1);
    }

    @Test
    void oneAddressInsideIsEnoughToBeRefused() {
        leadsTo(HERE, ELSEWHERE);

        assertThat(call(letThrough(HERE))).isInstanceOf(HttpCallResult.Forbidden.class);
        assertThat(hosts).isEmpty();
    }

    private void leadsTo(String... addresses) {
        leads.add(List.of(addresses).stream().map(RebindingTest::address).toList());
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Loopback addresses are private, so the operator's list stands in for public ones. */
    private EgressClient letThrough(String address) {
        return new EgressClient(
                VERTX,
                host -> {
                    lookups.add(host);
                    return leads.remove();
                },
                new AddressPolicy(false, AllowList.parse(List.of(address + "/32"))),
                4,
                Duration.ofSeconds(2));
    }

    private HttpCallResult call(EgressClient outbound) {
        String url = "http://rebound.example:" + port() + "/";
        return outbound.call(new HttpRequest(url, Map.of(), new byte[] {'x'}, PATIENCE))
                .await()
                .atMost(PATIENCE.plus(PATIENCE));
    }

    private int port() {
        return server.getAddress().getPort();
    }
}
