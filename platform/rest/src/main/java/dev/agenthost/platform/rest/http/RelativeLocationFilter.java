package dev.agenthost.platform.rest.http;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.ext.Provider;
import java.net.URI;

/**
 * Sends {@code Location} as a path; clients resolve it against the address that they requested (RFC 9110, 10.2.2). Behind a proxy, a
 * service cannot derive that address from its own port or from untrusted headers.
 */
@Provider
public class RelativeLocationFilter implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        URI location = response.getLocation();
        if (location != null
                && location.isAbsolute()
                && isOurs(location, request.getUriInfo().getBaseUri())) {
            String query = location.getRawQuery();
            response.getHeaders()
                    .putSingle(HttpHeaders.LOCATION, location.getRawPath() + (query == null ? "" : "?" + query));
        }
    }

    private static boolean isOurs(URI location, URI base) {
        return location.getRawAuthority() != null && location.getRawAuthority().equals(base.getRawAuthority());
    }
}
