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
public final class McpTools implements ToolSource, McpServerProbe {
    /** A run that begins waits no longer. */
    private static final Duration QUICKLY = Duration.ofSeconds(2);

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
    public Uni<ToolSelection> find(ToolQuery question) {
        Map<String, Set<String>> named = new LinkedHashMap<>();
        question.named().stream().filter(this::owns).forEach(id -> named.computeIfAbsent(
                        server(id), any -> new LinkedHashSet<>())
                .add(id));
        return named.isEmpty()
                ? Uni.createFrom().item(ToolSelection.NONE)
                : catalogue
                        .findAll(question.workspaceId(), List.copyOf(named.keySet()))
                        .chain(servers -> all(named, servers))
                        .ifNoItem()
                        .after(QUICKLY.plusMillis(500))
                        .fail()
                        .onFailure()
                        .recoverWithItem(why -> absent(named, "the catalogue cannot be read"));
    }

    @Override
    public Uni<ToolOutcome> call(ToolInvocation asking) {
        String id = asking.toolId();
        return catalogue
                .find(asking.caller().workspaceId(), server(id))
                .chain(found -> found.filter(McpServer::enabled)
                        .map(server -> called(server, asking))
                        .orElseGet(() -> Uni.createFrom()
                                .item(ToolOutcome.refused(
                                        FailureCode.NOT_FOUND,
                                        "Server " + server(id) + " is not there, or is turned off"))))
                .onFailure()
                .recoverWithItem(McpErrorMapper::answer);
    }

    @Override
    public Uni<Offer> look(McpServer server, Duration limit) {
        return Uni.createFrom()
                .deferred(() -> clients.of(server).tools(limit))
                .<Offer>map(listing -> new Offer.Tools(listing.tools(), listing.refused()))
                .onFailure()
                .recoverWithItem(why -> new Offer.Away(McpErrorMapper.why(why)));
    }

    private Uni<ToolOutcome> called(McpServer server, ToolInvocation asking) {
        String tool = asking.toolId().substring(asking.toolId().indexOf('/') + 1);
        return clients.of(server)
                .call(tool, asking.arguments(), asking.limit(), asking.mayCall())
                .map(CallResult::read);
    }

    private Uni<ToolSelection> all(Map<String, Set<String>> named, List<McpServer> servers) {
        Map<String, McpServer> there = servers.stream()
                .filter(McpServer::enabled)
                .collect(Collectors.toMap(McpServer::serverId, Function.identity()));
        List<Uni<ToolSelection>> asked = named.entrySet().stream()
                .map(entry -> there.containsKey(entry.getKey())
                        ? offered(there.get(entry.getKey()), entry.getValue())
                        : Uni.createFrom().item(absent(entry.getValue(), "no such server, or turned off")))
                .toList();
        return Uni.join().all(asked).andFailFast().map(McpTools::joined);
    }

    /** Selects the tools of a server; if the server does not answer now, its last known listing counts. */
    private Uni<ToolSelection> offered(McpServer server, Set<String> named) {
        return Uni.createFrom()
                .deferred(() -> {
                    McpClient client = clients.of(server);
                    return client.tools(QUICKLY)
                            .map(listing -> chosen(server.serverId(), listing, named))
                            .onFailure()
                            .recoverWithItem(why -> client.lastKnown()
                                    .map(listing -> chosen(server.serverId(), listing, named))
                                    .orElseGet(() -> absent(named, McpErrorMapper.why(why))));
                })
                .onFailure()
                .recoverWithItem(why -> absent(named, McpErrorMapper.why(why)));
    }

    private static ToolSelection chosen(String serverId, McpToolListing listing, Set<String> named) {
        Map<String, ToolDescriptor> chosen = new LinkedHashMap<>();
        List<Absent> absent = new ArrayList<>();
        for (String id : named) {
            if (id.equals(serverId + "/*")) {
                listing.tools().forEach(tool -> chosen.putIfAbsent(tool.id(), tool));
                absent.addAll(listing.refused());
                continue;
            }
            Optional<ToolDescriptor> tool = listing.find(id);
            tool.ifPresentOrElse(there -> chosen.putIfAbsent(id, there), () -> absent.add(missing(id, listing)));
        }
        return new ToolSelection(List.copyOf(chosen.values()), absent);
    }

    private static Absent missing(String id, McpToolListing listing) {
        return listing.refused().stream()
                .filter(tool -> tool.named().equals(id))
                .findFirst()
                .orElseGet(() -> new Absent(id, "its server has no such tool"));
    }

    private static ToolSelection joined(List<ToolSelection> found) {
        return new ToolSelection(
                found.stream().flatMap(one -> one.tools().stream()).toList(),
                found.stream().flatMap(one -> one.absent().stream()).toList());
    }

    private static ToolSelection absent(Map<String, Set<String>> named, String why) {
        return joined(named.values().stream().map(ids -> absent(ids, why)).toList());
    }

    private static ToolSelection absent(Set<String> ids, String why) {
        return new ToolSelection(
                List.of(), ids.stream().map(id -> new Absent(id, why)).toList());
    }

    private static String server(String id) {
        return id.substring(0, id.indexOf('/'));
    }
}
