package dev.agenthost.orchestrator.tool.mcp;

import dev.agenthost.orchestrator.tool.McpServer;
import dev.agenthost.orchestrator.tool.McpServerProbe;
import dev.agenthost.orchestrator.tool.ToolDescriptor;
import dev.agenthost.orchestrator.tool.ToolInvocation;
import dev.agenthost.orchestrator.tool.ToolOutcome;
import dev.agenthost.orchestrator.tool.ToolQuery;
import dev.agenthost.orchestrator.tool.ToolSelection;
import dev.agenthost.orchestrator.tool.ToolSelection.Absent;
import dev.agenthost.orchestrator.tool.ToolSource;
import dev.agenthost.platform.rest.VersionedRepository;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tools of the MCP servers that a workspace has catalogued. Their ids are {@code server/tool}; {@code server/*} names them all. */
@Singleton
public final class McpTools implements ToolSource, McpServerProbe {
    /** The time limit of a listing at the start of a run. */
    private static final Duration LISTING_LIMIT = Duration.ofSeconds(2);
    /** That of a program whose tools this replica does not know yet: it has to be started, and a run without its tools could not go on. */
    private static final Duration START_LIMIT = Duration.ofSeconds(15);

    private final VersionedRepository<McpServer> catalogue;
    private final McpClients clients;

    public McpTools(VersionedRepository<McpServer> catalogue, McpClients clients) {
        this.catalogue = catalogue;
        this.clients = clients;
    }

    @Override
    public boolean owns(String toolId) {
        return toolId.indexOf('/') > 0;
    }

    @Override
    public Uni<ToolSelection> find(ToolQuery query) {
        Map<String, Set<String>> requested = new LinkedHashMap<>();
        query.named().stream().filter(this::owns).forEach(id -> requested
                .computeIfAbsent(server(id), key -> new LinkedHashSet<>())
                .add(id));
        return requested.isEmpty()
                ? Uni.createFrom().item(ToolSelection.NONE)
                : catalogue
                        .findAll(query.workspaceId(), List.copyOf(requested.keySet()))
                        .ifNoItem()
                        .after(LISTING_LIMIT)
                        .fail()
                        .chain(servers -> all(requested, servers))
                        .onFailure()
                        .recoverWithItem(why -> absent(requested, "the catalogue is unavailable"));
    }

    @Override
    public Uni<ToolOutcome> call(ToolInvocation invocation) {
        String id = invocation.toolId();
        return catalogue
                .find(invocation.caller().workspaceId(), server(id))
                .chain(found -> found.filter(McpServer::enabled)
                        .map(server -> called(server, invocation))
                        .orElseGet(() -> Uni.createFrom()
                                .item(ToolOutcome.refused(
                                        FailureCode.NOT_FOUND,
                                        "Server " + server(id) + " does not exist or is disabled"))))
                .onFailure()
                .recoverWithItem(McpErrorMapper::answer);
    }

    @Override
    public Uni<Offer> listTools(McpServer server, Duration limit) {
        return Uni.createFrom()
                .deferred(() -> clients.of(server).tools(limit))
                .<Offer>map(listing -> new Offer.Tools(listing.tools(), listing.refused()))
                .onFailure()
                .recoverWithItem(why -> new Offer.Unavailable(McpErrorMapper.why(why)));
    }

    private Uni<ToolOutcome> called(McpServer server, ToolInvocation invocation) {
        String tool = invocation.toolId().substring(invocation.toolId().indexOf('/') + 1);
        return clients.of(server)
                .call(tool, invocation.arguments(), invocation.limit(), invocation.mayCall())
                .map(CallResult::read);
    }

    private Uni<ToolSelection> all(Map<String, Set<String>> requested, List<McpServer> servers) {
        Map<String, McpServer> byId = servers.stream()
                .filter(McpServer::enabled)
                .collect(Collectors.toMap(McpServer::serverId, Function.identity()));
        List<Uni<ToolSelection>> selections = requested.entrySet().stream()
                .map(entry -> byId.containsKey(entry.getKey())
                        ? select(byId.get(entry.getKey()), entry.getValue())
                        : Uni.createFrom().item(absent(entry.getValue(), "the server does not exist or is disabled")))
                .toList();
        return Uni.join().all(selections).andFailFast().map(McpTools::merge);
    }

    /** Selects the tools of a server; if the server does not answer now, its last known listing counts. */
    private Uni<ToolSelection> select(McpServer server, Set<String> requested) {
        return Uni.createFrom()
                .deferred(() -> {
                    McpClient client = clients.of(server);
                    return client.tools(limit(server, client))
                            .map(listing -> selection(server.serverId(), listing, requested))
                            .onFailure()
                            .recoverWithItem(why -> client.lastListing()
                                    .map(listing -> selection(server.serverId(), listing, requested))
                                    .orElseGet(() -> absent(requested, McpErrorMapper.why(why))));
                })
                .onFailure()
                .recoverWithItem(why -> absent(requested, McpErrorMapper.why(why)));
    }

    private static Duration limit(McpServer server, McpClient client) {
        boolean hasToStart = server.reach() instanceof McpServer.Reach.Stdio
                && client.lastListing().isEmpty();
        return hasToStart ? START_LIMIT : LISTING_LIMIT;
    }

    private static ToolSelection selection(String serverId, McpToolListing listing, Set<String> requested) {
        Map<String, ToolDescriptor> selection = new LinkedHashMap<>();
        List<Absent> absent = new ArrayList<>();
        for (String id : requested) {
            if (id.equals(serverId + "/*")) {
                listing.tools().forEach(tool -> selection.putIfAbsent(tool.id(), tool));
                absent.addAll(listing.refused());
                continue;
            }
            Optional<ToolDescriptor> tool = listing.find(id);
            tool.ifPresentOrElse(known -> selection.putIfAbsent(id, known), () -> absent.add(missing(id, listing)));
        }
        return new ToolSelection(List.copyOf(selection.values()), absent);
    }

    private static Absent missing(String id, McpToolListing listing) {
        return listing.refused().stream()
                .filter(tool -> tool.named().equals(id))
                .findFirst()
                .orElseGet(() -> new Absent(id, "the server has no such tool"));
    }

    private static ToolSelection merge(List<ToolSelection> parts) {
        return new ToolSelection(
                parts.stream().flatMap(one -> one.tools().stream()).toList(),
                parts.stream().flatMap(one -> one.absent().stream()).toList());
    }

    private static ToolSelection absent(Map<String, Set<String>> requested, String why) {
        return merge(requested.values().stream().map(ids -> absent(ids, why)).toList());
    }

    private static ToolSelection absent(Set<String> ids, String why) {
        return new ToolSelection(
                List.of(), ids.stream().map(id -> new Absent(id, why)).toList());
    }

    private static String server(String id) {
        return id.substring(0, id.indexOf('/'));
    }
}
