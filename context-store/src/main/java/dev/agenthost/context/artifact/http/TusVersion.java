package dev.agenthost.context.artifact.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/** Adds the tus version to every response about uploads, including errors. */
public class TusVersion {
    @ServerResponseFilter
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        String path = request.getUriInfo().getPath();
        if (path.startsWith(UploadResource.PATH) || path.startsWith(RunUploadResource.PATH)) {
            response.getHeaders().putSingle("Tus-Resumable", TusHeaders.VERSION);
            if (response.getStatus() == 412) {
                response.getHeaders().putSingle("Tus-Version", TusHeaders.VERSION);
            }
        }
    }
}
