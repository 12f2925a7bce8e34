# The flags for link-time optimisation come by the usual variables.
exec ${CXX:-c++} -std=c++17 -O2 $CXXFLAGS workloads.cpp $LDFLAGS -o workloads
