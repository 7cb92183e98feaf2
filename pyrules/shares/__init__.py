"""Long work in shares: done by local processes or a cluster, kept in a folder, put together in order."""
